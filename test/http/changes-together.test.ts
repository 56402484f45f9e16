import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const many = Array.from({ length: 12 }, (_unused, at) => at);

/** On SQLite they share commits; callers must not notice. */
describe.each(engines)('changes that arrive together on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const entity = (properties: object) => ({ body: { 'entity-type': 'document', properties } });
  const found = async (words: string): Promise<string[]> => {
    const query = `SELECT * FROM Document WHERE ecm:fulltext = '${words}' AND ecm:isVersion = 0`;
    const path = `/api/v1/search/execute?query=${encodeURIComponent(query)}`;
    const { json } = await app.request(`GET ${path}`);
    return json.entries.map(({ uid }: { uid: string }) => uid);
  };
  const audited = async (uid: string): Promise<string[]> => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    return json.entries.map(({ eventId }: { eventId: string }) => eventId).toSorted();
  };

  test('are found by their words, each once and with its own entries in the audit', async () => {
    const created = await Promise.all(
      many.map((at) =>
        createDocument(app, {
          name: `together-${at}`,
          properties: { 'dc:title': `marmalade number${at}` },
        }),
      ),
    );
    const ids = created.map(({ uid }) => uid);
    expect((await found('marmalade')).toSorted()).toEqual(ids.toSorted());
    for (const at of many) expect(await found(`number${at}`)).toEqual([ids[at]]);
    expect(await audited(String(ids[0]))).toEqual(['documentCreated']);
  });

  test('are stored when some of them are refused, and those leave nothing', async () => {
    const { uid } = await createDocument(app, {
      name: 'kept',
      properties: { 'dc:title': 'present' },
    });
    const refused = { ...entity({ 'dc:title': 'quince' }).body, uid, changeToken: '99-99' };
    const answers = await Promise.all(
      many.map((at) =>
        app.request(
          `PUT /api/v1/id/${uid}`,
          at % 3 === 0 ? { body: refused } : entity({ 'dc:description': `apricot${at}` }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      many.map((at) => (at % 3 === 0 ? 409 : 200)),
    );
    expect(await found('quince')).toEqual([]);
    expect(await found('present')).toEqual([uid]);
    const words = await Promise.all(many.map((at) => found(`apricot${at}`)));
    expect(words.flat()).toEqual([uid]);
  });

  test('of documents that are removed in the same commit leave no words', async () => {
    const doomed = await Promise.all(
      many.map((at) =>
        createDocument(app, { name: `doomed-${at}`, properties: { 'dc:title': 'rhubarb' } }),
      ),
    );
    const answers = await Promise.all(
      doomed.flatMap(({ uid }) => [
        app.request(`PUT /api/v1/id/${uid}`, entity({ 'dc:title': 'rhubarb again' })),
        app.request(`DELETE /api/v1/id/${uid}`),
      ]),
    );
    expect(answers.filter((_answer, at) => at % 2 === 1).map(({ status }) => status)).toEqual(
      many.map(() => 204),
    );
    expect(await found('rhubarb')).toEqual([]);
  });
});
