import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../src/storage/migrations/index.ts';
import { type Migration, migrate } from '../../src/storage/migrations/migrate.ts';
import { revisionOf } from '../../src/storage/migrations/program-revision.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';

const present = revisionOf(migrations);

function added(number: number, script: string, oldestProgram?: number): Migration {
  const both = { sqlite: script, postgres: script };
  const oldest = oldestProgram === undefined ? {} : { oldestProgram };
  return { id: present + number, name: `added ${number}`, ...both, ...oldest };
}

/** A program of today, and those after it: one adds a table, one takes the place of an older one. */
const expanding = added(1, 'CREATE TABLE extension (id INTEGER PRIMARY KEY)');
const contracting = added(2, 'DROP TABLE extension', present + 1);
const next = [...migrations, expanding];
const afterNext = [...next, contracting];

describe.each(engines)('programs of several revisions on one store on %s', (engine) => {
  let store: TestDatabase;
  beforeEach(async () => {
    store = await openTestDatabase(engine);
  });
  afterEach(() => store.close());

  const open = (program: readonly Migration[]) => migrate(store.database, program);
  const refusal = (text: string) => ({
    code: 'store.version',
    message: expect.stringContaining(text),
  });
  const addNode = (revision: number, silentMs: number): Promise<unknown> =>
    store.database.write((handle) => {
      const heartbeat_at = handle.dialect.clock.instant(handle.dialect.clock.offset(-silentMs));
      const row = {
        node_id: 'old',
        instance: 'old',
        server: 'old',
        host: 'archive-2',
        machine: 'elsewhere',
        pid: 7,
        address: null,
        program_version: '1.2.0',
        program_revision: revision,
        configuration: '{}',
        state: 'serving',
        started_at: 0,
      };
      const query = handle.builder.insertInto('server_node').values({ ...row, heartbeat_at });
      return handle.run(query);
    });

  test('an older one uses it as long as newer ones have only added to it', async () => {
    expect(await open(next)).toEqual(['added 1']);
    expect(await open(migrations)).toEqual([]);
    expect(await open(next)).toEqual([]);
  });

  test('an older one is refused once the store has lost what it needs', async () => {
    await open(afterNext);
    await expect(open(migrations)).rejects.toMatchObject(
      refusal(
        `programs of revision ${present + 1} and newer only, and this one has revision ${present}`,
      ),
    );
    expect(await open(next)).toEqual([]);
  });

  test('nothing is taken away while a node that needs it lives', async () => {
    await addNode(present, 0);
    await expect(open(afterNext)).rejects.toMatchObject(
      refusal('these are running: old on archive-2 (version 1.2.0); update them'),
    );
    // Neither step was done.
    expect(await open(next)).toEqual(['added 1']);
  });

  test('a node that is silent, or new enough, is not in the way', async () => {
    await addNode(present, 15_000);
    expect(await open(next)).toEqual(['added 1']);
    await store.database.write((handle) => handle.run(handle.builder.deleteFrom('server_node')));
    await addNode(present + 1, 0);
    expect(await open(afterNext)).toEqual(['added 2']);
  });

  test('a store that lacks no revision but one of those in between is refused', async () => {
    await store.database.migrate((handle) => {
      const query = sql`insert into schema_revision (id, name, checksum, applied_at)
        values (21, 'withdrawn', 'x', 0)`;
      return handle.run({ compile: () => query.compile(handle.builder) });
    });
    await expect(open(migrations)).rejects.toMatchObject(refusal('revision 21'));
  });
});

/** What a program that knows nothing of it would stumble over. */
const takesAway = /\b(?:DROP\s+(?:TABLE|COLUMN|VIEW)|RENAME|SET\s+NOT\s+NULL|ALTER\s+COLUMN)\b/i;

test('migrations since the table of nodes say so when they do more than add', () => {
  const silent = migrations.filter(
    ({ id, sqlite, postgres, oldestProgram }) =>
      id > 47 && oldestProgram === undefined && takesAway.test(`${sqlite} ${postgres}`),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
