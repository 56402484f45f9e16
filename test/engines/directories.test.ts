import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { Directory, DirectoryCatalogue, DirectoryValues } from '../../src/model/directory.ts';
import {
  buildDirectoryCatalogue,
  defaultDirectoryFile,
  loadDefaultDirectories,
} from '../../src/model/directory-file.ts';
import type { DirectoryFileContent } from '../../src/model/directory-format.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import {
  createEntry,
  getEntry,
  removeEntry,
  updateEntry,
} from '../../src/repository/directories/change-entries.ts';
import { findEntries } from '../../src/repository/directories/find-entries.ts';
import { listAllEntries, listEntries } from '../../src/repository/directories/list-entries.ts';
import { loadDirectories } from '../../src/repository/directories/load-directories.ts';
import { loadParents } from '../../src/repository/directories/parent-entries.ts';
import { directoryEntries } from '../../src/repository/integrity/directory-entries.ts';
import type { QueryMeter, ReadHandle, WriteHandle } from '../../src/storage/database.ts';
import { startTestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';
import { Vandal } from '../support/vandal.ts';

const catalogue = loadDefaultDirectories();

function catalogueWith(content: DirectoryFileContent): DirectoryCatalogue {
  return buildDirectoryCatalogue([defaultDirectoryFile, { source: 'test', content }]);
}

describe.each(engines)('directories on %s', (engine) => {
  let store: SharedStore;
  beforeAll(async () => {
    store = await openSharedStore(engine);
    await write((handle) => loadDirectories(handle, catalogue));
  });
  afterAll(() => store.close());

  const read = <T>(work: (handle: ReadHandle) => Promise<T>, meter?: QueryMeter) =>
    store.database.read(work, meter);
  const write = <T>(work: (handle: WriteHandle) => Promise<T>) => store.database.write(work);
  const idsOf = async (directory: Directory) =>
    (await read((handle) => listAllEntries(handle, directory))).map(({ id }) => id);
  const labelsOf = async (directory: Directory) =>
    (await read((handle) => listAllEntries(handle, directory))).map(
      ({ id, values }) => `${id}=${values.label}`,
    );

  test('have the entries of their definitions, in their order', async () => {
    for (const directory of catalogue.directories) {
      if (directory.source !== 'entries') continue;
      const entries = await read((handle) => listAllEntries(handle, directory));
      expect([directory.name, entries.map(({ values }) => values)]).toEqual([
        directory.name,
        directory.entries,
      ]);
    }
    expect(catalogue.get('country').entries).toHaveLength(244);
  });

  test('are loaded once, however many nodes start at the same time', async () => {
    const added = { schema: 'vocabulary', entries: [{ id: 'a' }, { id: 'b' }] };
    const more = catalogueWith({ directories: { shared: added } });
    const nodes = Array.from({ length: 4 }, () => store.openNode());
    await Promise.all(nodes.map((node) => node.write((handle) => loadDirectories(handle, more))));
    expect(await idsOf(more.get('shared'))).toEqual(['a', 'b']);
    await write((handle) => removeEntry(handle, more, { directory: more.get('shared'), id: 'a' }));
    await write((handle) => loadDirectories(handle, more));
    expect(await idsOf(more.get('shared'))).toEqual(['b']);
  });

  test.each([
    ['once', ['a=Changed', 'own=Own']],
    ['addMissing', ['a=Changed', 'own=Own', 'b=B', 'c=C']],
    ['overwrite', ['a=A', 'own=Own', 'b=B', 'c=C']],
  ] as const)('loaded %s again have %j', async (load, expected) => {
    const name = `loaded-${load}`;
    const entries = [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ];
    const first = catalogueWith({
      directories: { [name]: { schema: 'vocabulary', load, entries } },
    });
    const directory = first.get(name);
    await write(async (handle) => {
      await loadDirectories(handle, first);
      await updateEntry(handle, directory, { id: 'a', values: { label: 'Changed' } });
      await removeEntry(handle, first, { directory, id: 'b' });
      await createEntry(handle, directory, { id: 'own', label: 'Own' });
    });
    const grown = catalogueWith({
      directories: {
        [name]: { schema: 'vocabulary', load, entries: [...entries, { id: 'c', label: 'C' }] },
      },
    });
    await write((handle) => loadDirectories(handle, grown));
    expect(await labelsOf(directory)).toEqual(expected);
  });

  test('of a file take the place of entries and settings before them', async () => {
    const more = catalogueWith({
      directories: {
        nature: {
          writers: ['editors'],
          entries: [{ id: 'article', label: 'Mine' }, { id: 'new' }],
        },
      },
    });
    const { entries, writers, readers } = more.get('nature');
    expect([entries[0]?.label, entries.at(-1)?.id, entries.length]).toEqual(['Mine', 'new', 38]);
    expect([writers, readers]).toEqual([['editors'], ['Everyone']]);
  });

  test('can be sorted by a field that held texts before it held numbers', async () => {
    const catalogueOf = (
      type: 'string' | 'integer',
      entries: NonNullable<DirectoryFileContent['directories']>,
    ) =>
      buildDirectoryCatalogue([
        {
          source: 'test',
          content: { schemas: { box: { id: 'string', size: type } }, directories: entries },
        },
      ]);
    const before = catalogueOf('string', {
      boxes: { schema: 'box', entries: [{ id: 'old', size: 'large' }] },
    });
    const after = catalogueOf('integer', { boxes: { schema: 'box' } });
    const boxes = after.get('boxes');
    await write(async (handle) => {
      await loadDirectories(handle, before);
      for (const size of [10, 9, 100]) await createEntry(handle, boxes, { id: `b${size}`, size });
    });
    const [, field] = boxes.schema.fields;
    if (!field) throw new Error('no field');
    const sorted = async (isDescending: boolean) => {
      const query = { offset: 0, sort: [{ field, isDescending }] };
      const { entries } = await read((handle) => listEntries(handle, boxes, query));
      return entries.map(({ id }) => id);
    };
    expect(await sorted(false)).toEqual(['b9', 'b10', 'b100', 'old']);
    expect(await sorted(true)).toEqual(['b100', 'b10', 'b9', 'old']);
  });

  describe('entries by many values', () => {
    const found = async (directory: Directory, values: readonly string[]) => {
      const entries = await read((handle) => findEntries(handle, directory, values));
      return Object.fromEntries([...entries].map(([value, { id }]) => [value, id]));
    };

    test('are found by id or by the path from the top', async () => {
      const subjects = catalogue.get('l10nsubjects');
      expect(
        await found(subjects, [
          'art',
          'art/cinema',
          'cinema',
          'sciences/cinema',
          'x/art/cinema',
          'art/',
          '/art',
          'art/nothing',
          '',
          'a\0b',
        ]),
      ).toEqual({ art: 'art', 'art/cinema': 'cinema', cinema: 'cinema' });
      expect(await found(catalogue.get('country'), ['europe/Albania', 'asia/Albania'])).toEqual({
        'europe/Albania': 'Albania',
      });
      expect(await found(catalogue.get('nature'), ['x/article'])).toEqual({});
    });

    test('are found through several levels', async () => {
      const rows: DirectoryValues[] = [
        { id: 'world', parent: null },
        { id: 'here', parent: 'world' },
        { id: 'room', parent: 'here' },
        { id: 'a/b', parent: 'room' },
      ];
      const more = catalogueWith({
        directories: { levels: { schema: 'xvocabulary', entries: rows as never } },
      });
      await write((handle) => loadDirectories(handle, more));
      expect(
        await found(more.get('levels'), ['world/here/room', 'here/room', 'x/here/room', 'a/b']),
      ).toEqual({ 'world/here/room': 'room', 'a/b': 'a/b' });
    });

    test('cost one query, were they thousands', async () => {
      const meter = { queries: 0 };
      const values = Array.from({ length: 40_000 }, (_, index) => `art/unknown-${index}`);
      const entries = await read(
        (handle) => findEntries(handle, catalogue.get('l10nsubjects'), [...values, 'art/cinema']),
        meter,
      );
      expect([entries.size, meter.queries]).toEqual([1, 1]);
    });

    test('show users and groups without what is secret', async () => {
      const users = await read((handle) =>
        findEntries(handle, catalogue.get('userDirectory'), ['nobody', 'nothing']),
      );
      expect(users.size).toBe(0);
    });
  });

  test('parents of a page cost one query for each level', async () => {
    const meter = { queries: 0 };
    const country = catalogue.get('country');
    const entries = await read((handle) => listAllEntries(handle, country));
    const query = { catalogue, caller: systemPrincipal, levels: 3 };
    const parents = await read((handle) => loadParents(handle, entries, query), meter);
    expect(meter.queries).toBe(1);
    for (const { values } of entries) {
      const parent = parents.find(catalogue.get('continent'), String(values.parent));
      expect(parent?.id).toBe(values.parent);
    }
  });

  describe('changes at the same time', () => {
    const nature = catalogue.get('nature');

    test('of one entry keep the fields of both', async () => {
      await write((handle) => createEntry(handle, nature, { id: 'both' }));
      const changes = Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? { label: 'set' } : { ordering: 5 },
      );
      await Promise.all(
        changes.map((values) =>
          write((handle) => updateEntry(handle, nature, { id: 'both', values })),
        ),
      );
      const { values } = await read((handle) => getEntry(handle, nature, 'both'));
      expect(values).toEqual({ id: 'both', label: 'set', obsolete: 0, ordering: 5 });
    });

    test('that add the same id succeed once', async () => {
      const attempts = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          write((handle) => createEntry(handle, nature, { id: 'race' })),
        ),
      );
      const refused = attempts.filter((attempt) => attempt.status === 'rejected');
      expect(refused).toHaveLength(7);
      for (const { reason } of refused) expect(reason.code).toBe('directory.entry-exists');
    });

    test('never give one number twice', async () => {
      const clients = catalogue.get('oauth2Clients');
      const created = await Promise.all(
        Array.from({ length: 10 }, () => write((handle) => createEntry(handle, clients, {}))),
      );
      const ids = created.map(({ values }) => Number(values.id)).sort((a, b) => a - b);
      expect(ids).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    });

    test('leave nothing behind when the unit fails', async () => {
      const failing = write(async (handle) => {
        await createEntry(handle, nature, { id: 'undone' });
        await removeEntry(handle, catalogue, { directory: nature, id: 'article' });
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      const ids = await idsOf(nature);
      expect([ids.includes('undone'), ids.includes('article')]).toEqual([false, true]);
    });
  });
});

describe.each(engines)('the check of directory entries on %s', (engine) => {
  test('finds nothing in a new store, and each kind of damage', async () => {
    const app = await startTestApp(engine);
    const vandal = await Vandal.open(app.services.config);
    try {
      const { database, blobs, repository } = app.services;
      const context = { database, blobs, model: repository.model, nowMs: now() };
      const findings = async () => {
        const found: string[] = [];
        for await (const { id, text } of directoryEntries.run(context)) found.push(`${id} ${text}`);
        return found;
      };
      expect(await findings()).toEqual([]);
      const article = { directory: 'nature', entry_id: 'article' };
      await vandal.set('directory_entry', article, { properties: '["list"]' });
      await vandal.set('directory_entry', { ...article, entry_id: 'memo' }, { entry_id: '' });
      await vandal.remove('directory_state', { name: 'WorkflowType' });
      expect((await findings()).sort()).toEqual([
        'WorkflowType/simpleReview is of the directory WorkflowType, which was never loaded',
        'WorkflowType/validation is of the directory WorkflowType, which was never loaded',
        'nature/ has no id',
        'nature/article has fields that are no JSON object of texts, numbers and flags',
      ]);
      await vandal.repair();
      expect(await findings()).toEqual([]);
    } finally {
      await vandal.close();
      await app.close();
    }
  });
});
