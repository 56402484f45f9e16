import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

describe.each(clientPlaces)(
  'directories with the official JavaScript client %s dialect on %s',
  (dialect, engine) => {
    let app: TestApp;
    let client: NuxeoClient;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect: dialect });
      client = openClient(await app.listen());
    });
    afterAll(() => app.close());

    test('all entries and single ones are fetched', async () => {
      const nature = client.directory('nature');
      const { entries } = await nature.fetchAll();
      expect(entries).toHaveLength(37);
      expect((await nature.fetch('article')).properties).toEqual({
        id: 'article',
        label: 'label.directories.nature.article',
        obsolete: 0,
        ordering: 10_000_000,
      });
      const url = 'http://purl.org/dc/terms/References';
      expect((await client.directory('predicates').fetch(url)).id).toBe(url);
      expect((await client.directory('topic').fetch('human sciences')).id).toBe('human sciences');
    });

    test('an entry is created, changed, saved and deleted', async () => {
      const nature = client.directory('nature');
      const created = await nature.create({ properties: { id: 'poem', label: 'Poem' } });
      expect([created.id, created.properties.ordering]).toEqual(['poem', 10_000_000]);
      const saved = await created.set({ ordering: 3 }).save();
      expect(saved.properties).toMatchObject({ label: 'Poem', ordering: 3 });
      const updated = await nature.update({ id: 'poem', properties: { obsolete: 1 } });
      expect(updated.properties).toEqual({ id: 'poem', label: 'Poem', obsolete: 1, ordering: 3 });
      expect((await nature.delete('poem')).status).toBe(204);
      await expect(nature.fetch('poem')).rejects.toMatchObject({ response: { status: 404 } });
    });

    test('parents and translations are asked for in the options of the client', async () => {
      const headers = { 'fetch-directoryEntry': 'parent', 'translate-directoryEntry': 'label' };
      const { properties } = await client.directory('country').fetch('Albania', { headers });
      expect(properties).toMatchObject({
        label: 'Albania',
        parent: { id: 'europe', properties: { label: 'Europe' } },
      });
    });

    test('suggestions come as plain JSON', async () => {
      const response = await client
        .operation('Directory.SuggestEntries')
        .params({ directoryName: 'l10nsubjects', searchTerm: 'arch', localize: true, dbl10n: true })
        .execute();
      const suggestions = typeof response.json === 'function' ? await response.json() : response;
      expect(suggestions).toMatchObject([
        { displayLabel: 'Art', children: [{ id: 'architecture', computedId: 'art/architecture' }] },
      ]);
    });
  },
);
