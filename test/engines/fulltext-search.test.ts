import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import {
  fulltextCondition,
  fulltextHits,
  fulltextScore,
} from '../../src/repository/fulltext/condition.ts';
import type { FulltextIndex } from '../../src/repository/fulltext/fulltext-index.ts';
import { parseFulltextQuery } from '../../src/repository/fulltext/query-syntax.ts';
import { engines } from '../support/engines.ts';
import { runIndexing } from '../support/fulltext-worker.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('the words of documents on %s', (engine) => {
  let repository: TestRepository;
  let folderId: DocumentId;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    folderId = repository.workspaces.id;
  });
  afterAll(() => repository.close());

  /** Names of the live documents that match, and no others'. */
  async function find(text: string, index: FulltextIndex = 'default'): Promise<string[]> {
    const query = parseFulltextQuery(text);
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document as d')
          .select('d.name')
          .where('d.is_version', '=', 0)
          .where(fulltextCondition(handle.dialect, { index, query, idColumn: 'd.id' }))
          .orderBy('d.name'),
      ),
    );
    return rows.map(({ name }) => name);
  }

  const create = (name: string, properties: Record<string, string> = {}, type = 'File') =>
    repository.system.create(folderId, { name, type, properties });

  test('of the title, the description and every other string are found, with their documents', async () => {
    await create('strings', {
      'dc:title': 'Quarterly zebra',
      'dc:description': 'Stripes of winter',
      'dc:source': 'Savanna',
    });
    expect(await find('zebra')).toEqual(['strings']);
    expect(await find('stripes savanna')).toEqual(['strings']);
    expect(await find('zebra giraffe')).toEqual([]);
    expect(await find('zebra', 'title')).toEqual(['strings']);
    expect(await find('stripes', 'title')).toEqual([]);
    expect(await find('stripes', 'description')).toEqual(['strings']);
    expect(await find('savanna', 'description')).toEqual([]);
  });

  test('in lists, in complex values and in names of files count, in contents of binaries do not', async () => {
    const document = await repository.system.create(folderId, {
      name: 'nested',
      properties: {
        'dc:subjects': ['art/architecture', 'music/baroque'],
        'dc:contributors': ['pelican'],
      },
    });
    expect(await find('baroque')).toEqual(['nested']);
    expect(await find('art/architecture')).toEqual(['nested']);
    expect(await find('"architecture baroque"')).toEqual([]);
    await repository.system.update(document.id, { 'dc:subjects': ['cello'] });
    expect(await find('baroque')).toEqual([]);
    expect(await find('cello')).toEqual(['nested']);
  });

  test('of a note in HTML are those that a reader sees', async () => {
    const note = '<p class="hidden">vis<b>ible</b> caf&eacute;</p><script>secret</script>';
    const properties = { 'note:note': note, 'note:mime_type': 'text/html' };
    await create('page', properties, 'Note');
    expect(await find('visible cafe')).toEqual(['page']);
    expect(await find('hidden')).toEqual([]);
    expect(await find('secret')).toEqual([]);
  });

  test('are found without accents and case, in plural and singular', async () => {
    await create('accents', { 'dc:title': 'Élèves à ŁÓDŹ, Straße, smørrebrød, ΟΔΟΣ' });
    for (const query of ['eleve', 'ÉLÈVES', 'lodz', 'strasse', 'smorrebrod', 'οδός']) {
      expect(await find(query), query).toEqual(['accents']);
    }
  });

  test('are found in scripts without spaces by any part', async () => {
    await create('japanese', { 'dc:title': '日本語の全文検索' });
    for (const query of ['日本語', '全文', '検索', '索', '日', '"全文検索"', '文検']) {
      expect(await find(query), query).toEqual(['japanese']);
    }
    expect(await find('本日')).toEqual([]);
    expect(await find('日本全文')).toEqual([]);
    expect(await find('日本 全文')).toEqual(['japanese']);
  });

  test('are all wanted, any of them after OR, none after a minus', async () => {
    await create('red', { 'dc:title': 'crimson circle' });
    await create('blue', { 'dc:title': 'azure circle' });
    await create('square', { 'dc:title': 'azure square' });
    expect(await find('azure circle')).toEqual(['blue']);
    expect(await find('+azure +circle')).toEqual(['blue']);
    expect(await find('crimson OR azure')).toEqual(['blue', 'red', 'square']);
    expect(await find('azure circle or crimson')).toEqual(['blue', 'red']);
    expect(await find('azure -circle')).toEqual(['square']);
    expect(await find('circle -crimson -square')).toEqual(['blue']);
    expect(await find('-circle')).toEqual([]);
    expect(await find('-circle OR crimson')).toEqual(['red']);
  });

  test('stand one after the other in a phrase', async () => {
    await create('phrase', { 'dc:title': 'state of the art', 'dc:description': 'gallery' });
    expect(await find('"state of the art"')).toEqual(['phrase']);
    expect(await find('"art state"')).toEqual([]);
    expect(await find('"art gallery"')).toEqual([]);
    expect(await find('gallery -"state art"')).toEqual([]);
    expect(await find('gallery -"art state"')).toEqual(['phrase']);
    expect(await find('"state art"', 'title')).toEqual(['phrase']);
    expect(await find('"state art"', 'description')).toEqual([]);
    expect(await find('state-art')).toEqual(['phrase']);
  });

  test('are found by their beginnings', async () => {
    await create('beginning', { 'dc:title': 'Photosynthesis of mosses, crosswalks' });
    for (const query of ['photo*', 'photo%', 'PHOTOSYNTHESIS*', 'ph*', 'crosswalks*', 'moss*']) {
      expect(await find(query), query).toEqual(['beginning']);
    }
    expect(await find('synthesis*')).toEqual([]);
    expect(await find('photosynthesis-mo*')).toEqual(['beginning']);
    expect(await find('photosynthesis-cro*')).toEqual([]);
  });

  test('cannot leave the query, whatever they look like', async () => {
    await create('quote', { 'dc:title': "o'clock NEAR dragon" });
    const queries = [
      "dragon' | 'x",
      'dragon & clock',
      'dragon:*A',
      "dragon\\'",
      'NEAR(dragon clock)',
      'title:dragon*',
      '{title}:dragon',
      '^dragon',
      'dragon\0clock',
      'dragon \ud800',
      '(dragon)',
    ];
    for (const query of queries) {
      expect(Array.isArray(await find(query)), query).toBe(true);
    }
    expect(await find('(dragon)')).toEqual(['quote']);
    expect(await find("o'clock")).toEqual(['quote']);
  });

  test('match nothing where nothing is left of the query', async () => {
    for (const query of ['', '   ', 'the', 'of the', '?!', '""', '*', 'ab']) {
      expect(await find(query), query).toEqual([]);
    }
  });

  test('follow every change of the document', async () => {
    const document = await create('changing', { 'dc:title': 'walrus' });
    await repository.system.update(document.id, { 'dc:title': 'penguin' });
    expect(await find('walrus')).toEqual([]);
    expect(await find('penguin')).toEqual(['changing']);
    await repository.system.update(document.id, { 'dc:title': null });
    expect(await find('penguin')).toEqual([]);
    await repository.system.update(document.id, { 'dc:title': 'heron' });
    await repository.system.remove(document.id);
    expect(await find('heron')).toEqual([]);
    expect(await repository.findings()).toEqual([]);
  });

  test('of a long text are all found, phrases at its end too', async () => {
    const filler = Array.from({ length: 30_000 }, (_each, index) => `filler${index % 20_000}`);
    const text = [...filler, 'ultimate', 'walkabout'].join(' ');
    await create('long', { 'note:note': text, 'dc:title': 'lengthy' }, 'Note');
    await runIndexing(repository);
    expect(await find('ultimate')).toEqual(['long']);
    expect(await find('"ultimate walkabout"')).toEqual(['long']);
    expect(await find('"walkabout ultimate"')).toEqual([]);
    expect(await find('lengthy -"ultimate walkabout"')).toEqual([]);
    expect(await find('"filler19999 fil*" lengthy')).toEqual([]);
  });

  test('that are more than an entry can hold do not keep the document from being stored', async () => {
    const many = Array.from({ length: 200_000 }, (_each, index) => `w${index.toString(36)}xyz`);
    await create('huge', { 'note:note': many.join(' ') }, 'Note');
    await runIndexing(repository);
    expect(await find('w1xyz')).toEqual(['huge']);
    expect(await find('wffkxyz')).toEqual(['huge']);
    expect(await find(many.at(-1) ?? '')).toEqual([]);
    await create('longword', { 'note:note': 'x'.repeat(1_000_000) }, 'Note');
    await runIndexing(repository);
    expect(await find(`${'x'.repeat(70)}`)).toEqual(['longword']);
  });

  test('of a proxy are those of its target', async () => {
    const document = await create('target', { 'dc:title': 'narwhal' });
    await repository.system.write((unit) => createProxy(unit, { targetId: document.id, folderId }));
    const query = parseFulltextQuery('narwhal');
    const count = await repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document as d')
          .innerJoin('document as content', (join) =>
            join.on((e) => e('content.id', '=', e.fn.coalesce('d.proxy_target_id', 'd.id'))),
          )
          .select('d.id')
          .where(
            fulltextCondition(handle.dialect, { index: 'default', query, idColumn: 'content.id' }),
          ),
      ),
    );
    expect(count).toHaveLength(2);
    expect(await find('narwhal')).toEqual(['target']);
    expect(await repository.findings()).toEqual([]);
  });

  test('give a score by which better matches come first', async () => {
    await create('in-description', {
      'dc:title': 'other words that make up a title',
      'dc:description': 'ocelot seen once among many other words of no importance here',
    });
    await create('in-title', { 'dc:title': 'ocelot' });
    const query = parseFulltextQuery('ocelot');
    const hits = await repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document as d')
          .innerJoin(
            fulltextHits(handle.dialect, { index: 'default', query }).as('hit'),
            'hit.document_id',
            'd.id',
          )
          .select(['d.name', 'hit.score'])
          .orderBy('hit.score', 'desc'),
      ),
    );
    expect(hits.map(({ name }) => name)).toEqual(['in-title', 'in-description']);
    const [first, second] = hits.map(({ score }) => score);
    expect(first).toBeGreaterThan(second ?? Number.NaN);
    const search = { index: 'default', query, idColumn: 'd.id' } as const;
    const scores = await repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document as d')
          .select(['d.name', fulltextScore(handle.dialect, search).as('score')])
          .where('d.name', 'in', ['in-title', 'in-description', 'red'])
          .orderBy('score', 'desc'),
      ),
    );
    expect(scores.map(({ name }) => name)).toEqual(['in-title', 'in-description', 'red']);
    expect(scores[0]?.score).toBeCloseTo(first ?? Number.NaN, 5);
    expect(scores[2]?.score).toBe(0);
  });
});
