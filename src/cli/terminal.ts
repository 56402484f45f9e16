export { printable } from '../base/printable.ts';

/** The output of commands: results to standard output, all else to standard error. */
interface Terminal {
  print(line: string): void;
  printError(line: string): void;
}

export const terminal: Terminal = {
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  printError: (line) => {
    process.stderr.write(`${line}\n`);
  },
};

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
