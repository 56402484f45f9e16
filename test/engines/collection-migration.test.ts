import { expect, test } from 'vitest';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { startTestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

test.each(engines)('members of stores from before their rows, on %s', async (engine) => {
  const app = await startTestApp(engine);
  try {
    const make = async (name: string, type = 'File'): Promise<string> =>
      (await createDocument(app, { name, type })).uid;
    const [one, two] = [await make('one'), await make('two')];
    const [shelf, empty] = [await make('shelf', 'Collection'), await make('empty', 'Collection')];
    const ids = JSON.stringify([two, 'gone', one, two, shelf]);
    const { database } = app.services;
    const value = engine === 'sqlite' ? `json('${ids}')` : `cast('${ids}' as jsonb)`;
    const stored =
      engine === 'sqlite'
        ? `json_set(properties, '$."collection:documentIds"', ${value})`
        : `properties || jsonb_build_object('collection:documentIds', ${value})`;
    await database.migrate((handle) =>
      handle.script(`DROP TABLE collection_member; DROP TABLE collection_list;
        DELETE FROM schema_revision WHERE id = 23;
        UPDATE document SET properties = ${stored} WHERE id = '${shelf}'`),
    );
    expect(await migrate(database, migrations)).toEqual(['collections']);
    const membersOf = async (uid: string) => {
      const headers = { properties: 'collection' };
      const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
      return json.properties['collection:documentIds'];
    };
    expect([await membersOf(shelf), await membersOf(empty)]).toEqual([[two, one], null]);
    const { properties } = await database.read(async (handle) => {
      const query = handle.rows.selectFrom('document').select('properties').where('id', '=', shelf);
      return (await handle.first(query)) ?? { properties: '' };
    });
    expect(properties).not.toContain('documentIds');
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
  } finally {
    await app.close();
  }
});
