import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilable } from '../../src/storage/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { longText, storeValue } from '../support/large-documents.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { get } from '../support/search.ts';

const mebibyte = 2 ** 20;

lowerLimits({ rowsBytesMax: 4 * mebibyte, storedPropertiesBytesMax: 9 * mebibyte });

describe.each(engines)('rows that are large together on %s', (engine) => {
  let app: TestApp;
  let folder: { uid: string };
  const ids: string[] = [];
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await createDocument(app, { name: 'large', type: 'Folder' });
    for (const name of ['n0', 'n1']) {
      const properties = { 'dc:title': name, 'dc:subjects': ['art'], 'note:note': name };
      const { uid } = await createDocument(app, {
        parent: folder.uid,
        name,
        type: 'Note',
        properties,
      });
      ids.push(uid);
    }
    const value = longText(2.5 * mebibyte);
    await storeValue(app.services.database, ids, { key: 'note:note', value });
  });
  afterAll(() => app.close());

  const change = (text: RawBuilder<unknown>) =>
    app.services.database.write((handle) => handle.run(compilable(handle.builder, text)));
  /** Rows with `n` from 1. */
  const numbers = (count: number) => sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  const json = (text: RawBuilder<unknown>) =>
    engine === 'sqlite' ? text : sql`cast(${text} as jsonb)`;
  const padding = (bytes: number) => sql.lit('x'.repeat(bytes));

  function select(columns: string, { order = 'ecm:name', pageSize = 50 } = {}) {
    const query = `SELECT ${columns} FROM Note WHERE ecm:parentId = '${folder.uid}' AND ecm:isProxy = 0${
      order === '' ? '' : ` ORDER BY ${order}`
    }`;
    const body = { params: { query, pageSize } };
    return app.request('POST /site/automation/Repository.ResultSetQuery', { body });
  }

  const isTooLarge = (remedy: RegExp) => ({
    status: 400,
    json: { message: expect.stringMatching(remedy) },
  });

  test.each(['ecm:name', 'dc:created', 'dc:nature, ecm:name'])(
    'large values of a page ordered by %s are refused, and are whole in a smaller one',
    async (order) => {
      const columns = 'ecm:name, note:note';
      expect(await select(columns, { order })).toMatchObject(isTooLarge(/4 MiB.*pageSize/));
      const { status, json: shown } = await select(columns, { order, pageSize: 1 });
      expect(status).toBe(200);
      expect(shown.entries[0]['note:note'] ?? shown.entries[0]).toHaveLength(2.5 * mebibyte);
    },
  );

  test('rows without the large value are shown', async () => {
    const { status, json: shown } = await select('ecm:name, dc:title', { order: 'dc:nature' });
    expect({ status, count: shown.entries.length }).toEqual({ status: 200, count: 2 });
  });

  test.each(['DISTINCT note:note', 'note:note, dc:subjects/*', 'MIN(note:note), MAX(note:note)'])(
    'where a large value cannot be read later it is refused: %s',
    async (columns) => {
      const order = columns.startsWith('note') ? 'ecm:name' : '';
      expect(await select(columns, { order })).toMatchObject(isTooLarge(/pageSize.*columns/));
    },
  );

  test('COUNT of it is answered', async () => {
    expect(await select('COUNT(note:note)', { order: '' })).toMatchObject({ status: 200 });
  });

  test('large texts name no group of an aggregate', async () => {
    const value = longText(2.5 * mebibyte);
    await storeValue(app.services.database, ids, { key: 'dc:nature', value });
    const { status, text, json: found } = await get(app, '/search/pp/default_search/execute');
    expect(status).toBe(200);
    expect(found.aggregations.dc_nature_agg.buckets).toEqual([]);
    expect(text.length).toBeLessThan(mebibyte);
  });

  test('entries of the audit', async () => {
    await change(sql`insert into audit_entry (event_id, category, principal_name, event_date, log_date,
        comment, document_id, extended)
      ${numbers(250)} select 'told', 'Automation', 'Administrator', n, n,
        ${padding(10_000)}, ${sql.lit(folder.uid)}, ${json(sql`'{"reason":"' || ${padding(9_000)} || '"}'`)} from numbers`);
    const audit = (pageSize: number, accept = 'application/json') =>
      get(app, `/id/${folder.uid}/@audit`, { pageSize }, { headers: { accept } });
    expect(await audit(1_000)).toMatchObject(isTooLarge(/4 MiB.*pageSize/));
    expect((await audit(1_000, 'text/csv')).status).toBe(400);
    expect((await audit(50)).json.entries).toHaveLength(50);
    expect((await audit(50, 'text/csv')).status).toBe(200);
  });

  test('entries of a directory', async () => {
    await change(sql`insert into directory_entry (directory, entry_id, properties)
      ${numbers(500)} select 'nature', 'n' || n,
        ${json(sql`'{"id":"n' || n || '","label":"' || ${padding(9_000)} || '"}'`)} from numbers`);
    const list = (pageSize: number) => get(app, '/directory/nature', { pageSize });
    expect(await list(0)).toMatchObject(isTooLarge(/4 MiB.*nature.*pageSize/));
    expect((await list(50)).json.entries).toHaveLength(50);
  });

  test('members of groups, and users', async () => {
    await app.request('POST /api/v1/group', {
      body: { 'entity-type': 'group', id: 'many', properties: { groupname: 'many' } },
    });
    await change(sql`insert into group_member (groupname, member_kind, member_name)
      ${numbers(20_000)} select 'many', 'user', 'u' || n || ${padding(200)} from numbers`);
    const group = await get(app, '/group/many', { 'fetch.group': 'memberUsers' });
    expect(group).toMatchObject(isTooLarge(/4 MiB.*@users/));
    await change(sql`insert into user_account (username, created_at, properties) ${numbers(225)}
      select 'crowd' || n, 0, ${json(sql`'{"firstName":"' || ${padding(20_000)} || '"}'`)} from numbers`);
    const users = (pageSize: number) => get(app, '/user/search', { q: 'crowd', pageSize });
    expect(await users(1_000)).toMatchObject(isTooLarge(/4 MiB.*pageSize/));
    expect((await users(50)).json.entries).toHaveLength(50);
    const entries = (pageSize: number) => get(app, '/directory/userDirectory', { pageSize });
    expect(await entries(0)).toMatchObject(isTooLarge(/4 MiB.*pageSize/));
    expect((await entries(50)).json.entries).toHaveLength(50);
  });

  test('one document grows by many changes up to a bound only', async () => {
    const { uid } = await createDocument(app, { name: 'grown', type: 'Note' });
    const value = longText(8.5 * mebibyte);
    await storeValue(app.services.database, [uid], { key: 'note:note', value });
    const update = (properties: object) =>
      app.request(`PUT /api/v1/id/${uid}`, {
        body: { 'entity-type': 'document', uid, properties },
      });
    const refused = await update({ 'dc:source': longText(0.75 * mebibyte) });
    expect(refused).toMatchObject({
      status: 413,
      json: { message: expect.stringMatching(/at most 9437184/) },
    });
    expect((await update({ 'dc:description': 'kept small' })).status).toBe(200);
    expect((await update({ 'note:note': 'short' })).status).toBe(200);
    expect((await update({ 'dc:source': longText(0.75 * mebibyte) })).status).toBe(200);
  });
});
