import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let app: TestApp;
let place: string;
let program: string;

beforeAll(async () => {
  app = await startTestApp('sqlite');
  await mkdir(join(root, '.tmp'), { recursive: true });
  // Below the project, where its packages and the options of its compiler are found.
  place = await mkdtemp(join(root, '.tmp/readme-client-'));
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, found = ''] =
    /### A client in TypeScript\n[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  program = found
    .replace('./client/src/index.ts', '../../client/src/index.ts')
    .replace('http://127.0.0.1:8080/nuxeo', await app.listen());
  await writeFile(
    join(place, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }),
  );
});
afterAll(async () => {
  await app.close();
  await rm(place, { recursive: true });
});

async function compile(text: string): Promise<string> {
  await writeFile(join(place, 'program.ts'), text);
  const compiler = join(root, 'node_modules/.bin/tsc');
  return run(compiler, ['-p', place], { cwd: root }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the program of the README is accepted by the compiler, and does what it says', async () => {
  expect(await compile(program)).toBe('');
  const { stdout } = await run(process.execPath, [join(place, 'program.ts')]);
  expect(stdout).toBe('Letters /default-domain/workspaces/letters\n404 document.not-found\n');
});

test('the compiler refuses a wrong path, parameter, member or operation', async () => {
  const wrong = await compile(`${program}
void client.GET('/api/v1/pat/{rest}', { path: { rest: '' } });
void client.GET('/api/v1/id/{id}', { path: { uid: '' } });
void client.GET('/api/v1/id/{id}');
console.log(letters.titel);
void client.operation('Document.Creat', { params: {} });
void client.operation('Document.AddPermission', { params: { username: 'members' } });
void client.operation('Document.AddPermission', { params: { permission: 'Read', user: 'jo' } });
`);
  const first = program.split('\n').length + 1;
  const lines = [...wrong.matchAll(/^\S*program\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)]).toEqual([0, 1, 2, 3, 4, 5, 6].map((offset) => first + offset));
});
