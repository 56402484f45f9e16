import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDefinitions } from '../../src/storage/transfer/definitions.ts';
import { readStoredTables } from '../../src/storage/transfer/stored-tables.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

let stores: readonly TestDatabase[];
beforeAll(async () => {
  stores = await Promise.all(engines.map(openTestDatabase));
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

const ofAll = <T>(read: (store: TestDatabase) => Promise<T>) => Promise.all(stores.map(read));

test('a copy knows every table of both engines but those of the store itself', async () => {
  const [inDumps, known] = await Promise.all([
    ofAll(async ({ database }) => Object.keys(await dumpStore(database)).sort()),
    ofAll(({ database }) => database.read(readStoredTables)),
  ]);
  const ownTables = new Set(['copy_progress', 'copy_state', 'schema_revision']);
  for (const [at, tables] of known.entries()) {
    const names = tables.map(({ name }) => name).sort();
    expect(names).toEqual(inDumps[at]?.filter((name) => !ownTables.has(name)));
  }
});

test('the tables of both engines have the same columns and keys, with two exceptions', async () => {
  const [sqlite = [], postgres = []] = await ofAll(async ({ database }) => {
    const tables = await database.read(readStoredTables);
    return tables
      .filter(({ name }) => name !== 'document_fulltext')
      .map(({ name, columns, key }) => ({
        name,
        columns: columns.map((column) => column.name).sort(),
        key,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
  expect(sqlite.every(({ key }) => key.length > 0)).toBe(true);
  const entries = postgres.find(({ name }) => name === 'audit_entry');
  expect(entries?.columns).toContain('transaction_number');
  const common = postgres.map((table) => ({
    ...table,
    columns: table.columns.filter((name) => name !== 'transaction_number'),
  }));
  expect(common).toEqual(sqlite);
});

test('the tables of both engines have the same indexes', async () => {
  const [sqlite, postgres] = await ofAll(async ({ database }) => {
    const definitions = await database.read(readDefinitions);
    return definitions.filter(({ kind }) => kind === 'index').map(({ name }) => name);
  });
  const ofPostgresAlone = ['audit_entry_transaction', 'document_fulltext_words'];
  expect(postgres?.filter((name) => !ofPostgresAlone.includes(name)).sort()).toEqual(
    sqlite?.toSorted(),
  );
});
