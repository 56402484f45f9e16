import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import type { Properties } from '../../src/model/value.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { createSystemUnit, type WriteUnit } from '../../src/repository/unit/unit.ts';
import type { QueryMeter } from '../../src/storage/database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('a document changed again and again in one unit on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const write = <T>(work: (unit: WriteUnit) => Promise<T>, meter?: QueryMeter) =>
    app.services.database.write(
      (handle) => work(createSystemUnit(handle, app.services.repository)),
      meter,
    );

  const retitle = (unit: WriteUnit, id: DocumentId, title: string) =>
    updateDocument(unit, { id, properties: { 'dc:title': title }, changeToken: null });

  test('is read once and written once', async () => {
    const { uid } = await createDocument(app, { name: 'often', type: 'Folder' });
    const meter: QueryMeter = { queries: 0 };
    await write(async (unit) => {
      for (let count = 1; count <= 20; count += 1) await retitle(unit, uid, `title ${count}`);
    }, meter);
    // The row, its new content, its new words, and what the audit tells of it.
    expect(meter.queries).toBe(4);
    const { json } = await app.request(`GET /api/v1/id/${uid}`);
    expect([json.title, json.changeToken]).toEqual(['title 20', '20-0']);
    // One commit is one change for other users.
    const audit = (await app.request(`GET /api/v1/id/${uid}/@audit`)).json.entries;
    const events = audit.map(({ eventId }: { eventId: string }) => eventId);
    expect(events.filter((id: string) => id === 'documentModified')).toHaveLength(1);
  });

  test('is seen as it is then by every other query of the unit', async () => {
    const { uid } = await createDocument(app, { name: 'seen' });
    await write(async (unit) => {
      await retitle(unit, uid, 'first');
      const { handle } = unit;
      const rows = await handle.all(
        handle.builder.selectFrom('document').select('title_key').where('id', '=', uid),
      );
      expect(rows).toEqual([{ title_key: 'first' }]);
      await lockDocument(unit, uid);
      const locked = await getDocument(unit, { id: uid });
      expect([locked.properties['dc:title'], locked.lock?.owner]).toEqual(['first', 'system']);
      const saved = await retitle(unit, uid, 'second');
      expect(saved.lock?.owner).toBe('system');
    });
    const headers = { 'fetch.document': 'lock' };
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
    expect([json.title, json.lockOwner]).toEqual(['second', 'system']);
  });

  test('keeps a title and a creator that are followed by other changes', async () => {
    const { uid } = await createDocument(app, { name: 'keyed', type: 'File' });
    const set = (unit: WriteUnit, properties: Properties) =>
      updateDocument(unit, { id: uid, properties, changeToken: null });
    const stored = async () => {
      const columns = ['title_key', 'creator', 'modified_at', 'properties'] as const;
      const rows = await app.services.database.read((handle) =>
        handle.all(handle.rows.selectFrom('document').select(columns).where('id', '=', uid)),
      );
      const [{ properties = '{}', ...row } = {}] = rows;
      const found = JSON.parse(properties);
      expect(row).toMatchObject({
        title_key: found['dc:title'],
        creator: found['dc:creator'],
        modified_at: found['dc:modified'],
      });
      return [found['dc:title'], found['dc:creator'], found['dc:source']];
    };
    await write(async (unit) => {
      await set(unit, { 'dc:source': 'a' });
      await set(unit, { 'dc:title': 'named', 'dc:creator': 'someone' });
      await set(unit, { 'dc:source': 'b' });
    });
    expect(await stored()).toEqual(['named', 'someone', 'b']);
    await write((unit) => set(unit, { 'dc:source': 'c' }));
    expect(await stored()).toEqual(['named', 'someone', 'c']);
  });

  test('is left as it was when the unit fails', async () => {
    const { uid } = await createDocument(app, {
      name: 'failed',
      properties: { 'dc:title': 'old' },
    });
    const failing = write(async (unit) => {
      await retitle(unit, uid, 'new');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toBe('old');
  });
});
