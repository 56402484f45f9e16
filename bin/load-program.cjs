// A file of its own: a Node that does not know import() cannot even read it.
import('../dist/main.js').catch((error) => {
  process.stderr.write(`error: ${error?.stack ?? error}\n`);
  process.exitCode = 1;
});
