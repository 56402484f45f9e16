import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { brokenProofs, provenRows } from './proofs.ts';

const client = createRequire(import.meta.url)('nuxeo') as object & { prototype: object };

/** They ask nothing of a server: see the page. */
const local = ['Promise', 'VERSIONS', 'promiseLibrary', 'version'];

function methodsOf(name: string, prototype: object): string[] {
  const names = Object.getOwnPropertyNames(prototype);
  const shown = names.filter((each) => each !== 'constructor' && !each.startsWith('_'));
  // A class without methods of its own has one row.
  return shown.length === 0 ? [name] : shown.map((each) => `${name}.${each}`);
}

/** What programs can call: the methods of every class, functions, and tables of names. */
function namesOf(name: string, value: unknown): string[] {
  if (typeof value === 'function' && String(value).startsWith('class')) {
    return methodsOf(name, value.prototype);
  }
  return name === 'oauth2' ? methodsOf(name, value as object) : [name];
}

test('whatever the official client exports has a row with a test that shows it', () => {
  const rows = provenRows('docs/reference/clients.md');
  const exported = [
    ...methodsOf('Nuxeo', client.prototype),
    ...Object.entries(client).flatMap(([name, value]) => namesOf(name, value)),
  ];
  const wanted = exported.filter((name) => !local.includes(name));
  expect(rows.map(({ row }) => row.replaceAll('`', '')).sort()).toEqual(wanted.sort());
  expect(brokenProofs(rows)).toEqual([]);
});
