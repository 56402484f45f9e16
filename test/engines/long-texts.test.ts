import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { enqueueIndexing } from '../../src/jobs/fulltext/index-documents.ts';
import { countJobs } from '../../src/jobs/inspect.ts';
import type { Document } from '../../src/model/document.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { addFacet } from '../../src/repository/editing/instance-facets.ts';
import { fulltextEntry, indexedWords } from '../../src/repository/fulltext/index-entry.ts';
import { reindexBatch } from '../../src/repository/fulltext/reindex.ts';
import {
  findUnfinishedWords,
  finishWords,
  hasUnfinishedWords,
  readSources,
} from '../../src/repository/fulltext/unfinished-words.ts';
import { WordThread } from '../../src/repository/fulltext/word-thread.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { findNames } from '../support/fulltext.ts';
import { runIndexing } from '../support/fulltext-worker.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

/** Longer than what is indexed at once, with a word at its end. */
const longText = (last: string, filler = 'lorem ipsum '): string =>
  filler.repeat(limits.indexedAtOnceBytesMax / filler.length + 1) + last;

describe.each(engines)('the words of long texts on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  /** Notes are versioned by themselves; versions are looked at by a test of their own. */
  const find = async (text: string) =>
    (await findNames(repository.database, text)).filter((name) => !name.startsWith('version of'));
  const isUnfinished = () => repository.database.read(hasUnfinishedWords);
  const create = (name: string, properties: Document['properties'], type = 'Note') =>
    repository.system.create(repository.workspaces.id, { name, type, properties });

  test('are found by a job, and those of short texts and beginnings at once', async () => {
    const properties = {
      'dc:title': 'wombat',
      'note:note': longText('echidna'),
      'dc:source': 'bandicoot',
    };
    await create('first', properties);
    expect(await find('wombat')).toEqual(['first']);
    expect(await find('bandicoot')).toEqual(['first']);
    expect(await find('"lorem ipsum lorem"')).toEqual(['first']);
    expect(await find('echidna')).toEqual([]);
    // What waits for the job is no damage.
    expect(await repository.findings()).toEqual([]);
    await runIndexing(repository);
    expect(await find('echidna')).toEqual(['first']);
    expect(await find('wombat')).toEqual(['first']);
    expect(await find('"ipsum echidna"')).toEqual(['first']);
    expect(await isUnfinished()).toBe(false);
  });

  test('are those of the last change, whatever was changed before the job ran', async () => {
    const { id } = await create('changed', { 'note:note': longText('quoll') });
    await repository.system.update(id, { 'note:note': longText('numbat') });
    await runIndexing(repository);
    expect(await find('quoll')).toEqual([]);
    expect(await find('numbat')).toEqual(['changed']);
    await repository.system.update(id, { 'dc:title': 'bilby' });
    expect(await find('bilby')).toEqual(['changed']);
    await runIndexing(repository);
    expect(await find('numbat bilby')).toEqual(['changed']);
    await repository.system.update(id, { 'note:note': 'short' });
    expect(await find('numbat')).toEqual([]);
    expect(await isUnfinished()).toBe(false);
  });

  test('are not stored over those of a change that came while they were computed', async () => {
    const { database, context } = repository;
    const { id } = await create('raced', { 'note:note': longText('potoroo') });
    const thread = new WordThread();
    const compute = async () => {
      const sources = await database.read((handle) => readSources(handle, context, id));
      return thread.entryOf({ engine, id, sources: sources ?? { texts: [], files: [] } });
    };
    // The first version of a note has the same text, and may come before it.
    const unfinished = await database.read(async (handle) => {
      let found = await findUnfinishedWords(handle, '');
      while (found && found.id !== id) found = await findUnfinishedWords(handle, found.id);
      return found;
    });
    expect(unfinished?.id).toBe(id);
    const old = await compute();
    await repository.system.update(id, { 'note:note': longText('dunnart') });
    if (unfinished) await database.write((handle) => finishWords(handle, unfinished, old));
    expect(await find('potoroo')).toEqual([]);
    await repository.system.update(id, { 'note:note': 'pademelon' });
    if (unfinished) await database.write((handle) => finishWords(handle, unfinished, old));
    expect(await find('potoroo')).toEqual([]);
    expect(await find('pademelon')).toEqual(['raced']);
    await thread.close();
    await runIndexing(repository);
  });

  test('are not asked for by a unit that fails', async () => {
    const failing = repository.system.write(async (unit) => {
      await createDocument(unit, {
        parentId: repository.workspaces.id,
        name: 'failed',
        type: 'Note',
        properties: { 'note:note': longText('kultarr') },
      });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await isUnfinished()).toBe(false);
    await runIndexing(repository);
    expect(await find('kultarr')).toEqual([]);
    expect(await repository.database.read((handle) => countJobs(handle))).toBe(0);
  });

  test('belong to versions too, and go with documents that are not to be found', async () => {
    const { id } = await create('versioned', { 'note:note': longText('glider') });
    await runIndexing(repository);
    expect(await find('glider')).toEqual(['versioned']);
    expect(await findNames(repository.database, 'glider')).toContain('version of versioned');
    await repository.system.update(id, { 'dc:title': 'again' });
    await repository.system.write((unit) => addFacet(unit, { id, facet: 'NotFulltextIndexable' }));
    await runIndexing(repository);
    expect(await find('glider')).toEqual([]);
    await repository.system.remove(id);
    expect(await findNames(repository.database, 'glider')).toEqual([]);
  });

  test('are those that a reader sees, of notes in HTML', async () => {
    const note = `<p title="hidden">${longText('', '<b>vis</b>ible text</p><p>')}mulgara</p>`;
    await create('page', { 'note:note': note, 'note:mime_type': 'text/html' });
    expect(await find('visible')).toContain('page');
    await runIndexing(repository);
    expect(await find('mulgara')).toContain('page');
    expect(await find('hidden')).toEqual([]);
  });

  test('are many texts together, and count in any script', async () => {
    const subjects = Array.from({ length: 9_000 }, (_item, index) => `subject${index}`);
    await create('many', { 'dc:subjects': subjects });
    expect(await isUnfinished()).toBe(true);
    await create('chinese', { 'note:note': longText('袋鼠', '有袋动物') });
    await runIndexing(repository);
    expect(await find('subject8999')).toEqual(['many']);
    expect(await find('袋鼠')).toEqual(['chinese']);
  });

  test('are kept while all words are stored again', async () => {
    await repository.database.write((handle) =>
      reindexBatch(createSystemUnit(handle, repository.context), {
        after: undefined,
        includesIndexed: true,
      }),
    );
    expect(await isUnfinished()).toBe(true);
    expect(await find('袋鼠')).toEqual(['chinese']);
    await repository.database.write((handle) => enqueueIndexing(handle, { includesIndexed: true }));
    await runIndexing(repository);
    expect(await find('袋鼠')).toEqual(['chinese']);
    expect(await isUnfinished()).toBe(false);
  });
});

test('a bounded number of words of a document is indexed', () => {
  const all = Array.from({ length: limits.indexedWordsMax }, () => 'abc');
  const text = (words: readonly string[]) => [{ key: 'note:note', text: words.join(' ') }];
  expect(indexedWords(text(all)).other).toHaveLength(limits.indexedWordsMax);
  const more = indexedWords(text([...all, 'more']), ['files']);
  expect(more.other).toHaveLength(limits.indexedWordsMax);
  expect(more.other).not.toContain('more');
  expect(more.files).toEqual([]);
  const pairs = indexedWords([
    { key: 'note:note', text: '字'.repeat(limits.indexedWordsMax + 10) },
    { key: 'dc:title', text: 'late' },
  ]);
  expect(pairs.other).toHaveLength(limits.indexedWordsMax);
  expect(pairs.title).toEqual([]);
});

test('the thread of long texts ends when idle and starts again; a request outlives a bad one', async () => {
  const thread = new WordThread({ idleMs: 1 });
  const ask = (text: string, files: unknown[] = []) =>
    thread.entryOf({
      engine: 'sqlite',
      id: 'x',
      sources: { texts: [{ key: 'dc:title', text }], files: files as string[] },
    });
  await expect(ask('bad', [null])).rejects.toThrow();
  expect((await ask('first words')).row).toMatchObject({ title: 'first word' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await ask('second')).row).toMatchObject({ title: 'second' });
  await thread.close();
  expect((await ask('third')).row).toMatchObject({ title: 'third' });
  await thread.close();
});

test('the thread of long texts receives them in pieces, with the words between two of them', async () => {
  const thread = new WordThread();
  const words = Array.from({ length: 90_000 }, (_item, index) => `w${index % 1_000}`);
  const texts = [
    { key: 'note:note', text: `<p>${words.join('</p><p>')}`, isHtml: true as const },
    { key: 'dc:title', text: 'numbat' },
    { key: 'dc:description', text: words.join(' ') },
  ];
  const { row } = await thread.entryOf({
    engine: 'sqlite',
    id: 'x',
    sources: { texts, files: [] },
  });
  await thread.close();
  expect(row).toEqual(fulltextEntry('sqlite', 'x', indexedWords(texts, [])).row);
});
