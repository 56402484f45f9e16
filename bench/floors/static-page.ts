import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

/** A page with as many bytes of script as given, which makes a list of one JSON answer: the least that a first listing can cost. */
const [port, scriptBytes, answer = ''] = process.argv.slice(2);
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>list</title>
<body><script type="module" src="/list.js"></script></body></html>`;
const script = `
const { entries } = await (await fetch('/list.json')).json();
const table = document.createElement('table');
entries.forEach(({ uid, title, lastModified, type }, at) => {
  const row = table.insertRow();
  const link = document.createElement('a');
  link.href = '/document/' + uid;
  link.textContent = title;
  const cell = row.insertCell();
  if (at === 0) cell.setAttribute('elementtiming', 'first-row');
  cell.append(link);
  row.insertCell().append(type);
  row.insertCell().append(new Date(lastModified).toLocaleString());
});
document.body.append(table);
`;
const padding = '.'.repeat(Math.max(0, Number(scriptBytes) - script.length));
const list = await readFile(answer);

const app = Fastify();
app.get('/', (_request, reply) => reply.type('text/html').send(page));
app.get('/list.js', (_request, reply) =>
  reply.type('text/javascript').send(`${script}/*${padding}*/`),
);
app.get('/list.json', (_request, reply) => reply.type('application/json').send(list));
await app.listen({ port: Number(port), host: '127.0.0.1' });
