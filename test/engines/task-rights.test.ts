import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isAppError } from '../../src/base/errors/app-error.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import { collectionsKey, membersKey } from '../../src/model/collection-names.ts';
import type { Document } from '../../src/model/document.ts';
import { hasPermission, listPermissions } from '../../src/repository/access/permissions.ts';
import { addToCollection } from '../../src/repository/collections/collections.ts';
import { addComment } from '../../src/repository/comments/change-comments.ts';
import { countChildren, listAllChildren } from '../../src/repository/documents/children.ts';
import {
  findAllWithContent,
  findFoldersWithContent,
  listChildrenOfMany,
} from '../../src/repository/documents/children-of-many.ts';
import {
  findAncestors,
  findDocumentsById,
  loadAcls,
} from '../../src/repository/documents/find-many.ts';
import { withRowProperties } from '../../src/repository/documents/row-properties.ts';
import { countPublications } from '../../src/repository/editing/count-publications.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { listPublications } from '../../src/repository/editing/publishing.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { compileIdScan } from '../../src/repository/query/scan-ids.ts';
import { scrollIds } from '../../src/repository/query/scroll-ids.ts';
import {
  findAuditProvider,
  runAuditProvider,
} from '../../src/repository/search/audit-providers.ts';
import { emptyRequest } from '../../src/repository/search/provider-request.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { queryPage } from '../support/deep-store.ts';
import { tries } from '../support/effort.ts';
import { engines } from '../support/engines.ts';
import { settleSome } from '../support/pending.ts';
import { Random } from '../support/random.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { SlowRights } from '../support/slow-rights.ts';
import { SlowWords } from '../support/slow-words.ts';
import { endTask, openTask } from '../support/task-grants.ts';

const word = 'quicksilver';
const everything = 1_000;

const isSearch = `ecm:fulltext = '${word}'`;
const orByTitle = " OR dc:title LIKE 'b%'";

/** Each is compared with what an administrator finds, without what the user may not see. */
const queries = [
  'SELECT * FROM Document',
  'SELECT * FROM Document ORDER BY dc:title',
  'SELECT * FROM Document WHERE ecm:isVersion = 0 ORDER BY ecm:path',
  'SELECT * FROM Document ORDER BY dc:modified DESC',
  'SELECT * FROM File WHERE ecm:isVersion = 0 ORDER BY dc:created DESC',
  'SELECT * FROM File, Folder WHERE ecm:isVersion = 0 ORDER BY dc:title',
  'SELECT * FROM Document WHERE ecm:isVersion = 1',
  'SELECT * FROM Document WHERE ecm:isProxy = 1 ORDER BY dc:title',
  'SELECT * FROM Document WHERE ecm:isTrashed = 0',
  `SELECT * FROM Document WHERE ${isSearch}`,
  `SELECT * FROM File WHERE ${isSearch} AND ecm:isVersion = 0 ORDER BY dc:title`,
  `SELECT * FROM Document WHERE ${isSearch} ORDER BY ecm:fulltextScore DESC`,
  `SELECT * FROM Document WHERE ${isSearch}${orByTitle}`,
  "SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain/workspaces/top'",
  "SELECT * FROM Document WHERE dc:title LIKE 'a%'",
  'SELECT * FROM Comment',
  'SELECT * FROM TaskDoc',
] as const;

type Step = (actor: Actor, id: DocumentId, other: DocumentId) => Promise<unknown>;

/** Seeds with which something was once wrong. */
const seeds = process.env.TEST_SEED ? [] : [101266902, 305];

/** The ids in a property of all documents together. */
function listedIn(documents: readonly Document[], key: string): readonly string[] {
  return documents.flatMap(({ properties }) => (properties[key] ?? []) as string[]).sort();
}

describe.each(engines)('what tasks allow, on %s', (engine) => {
  describe.each([
    ['written at once', 100, undefined],
    ['pending', 0, undefined],
    ...seeds.map((seed) => ['pending, as once before', 0, seed] as const),
  ] as const)('with changes of folders that are %s', (_name, writtenAtOnceMax, seed) => {
    let repository: TestRepository;
    let users: readonly Actor[];
    const random = new Random(seed);
    const ids: DocumentId[] = [];
    const tasks: string[] = [];
    let names = 0;

    beforeAll(async () => {
      repository = await openTestRepository(engine, { writtenAtOnceMax });
      users = [
        repository.user('alice', 'red'),
        repository.user('bob', 'red', 'blue'),
        repository.user('carol'),
      ];
      const { system, workspaces } = repository;
      const top = await system.create(workspaces.id, { name: 'top', type: 'Folder' });
      await system.setAcl(top.id, [grantAce('blue', 'Browse'), denyAll]);
      ids.push(top.id);
      for (let n = 0; n < 20; n += 1) await attempt('create');
    });
    afterAll(() => repository.close());

    const someId = () => random.pick(ids);

    async function known(made: { readonly id: DocumentId } | undefined): Promise<void> {
      if (made && !ids.includes(made.id)) ids.push(made.id);
    }

    const steps: Readonly<Record<string, Step>> = {
      create: async (system, id) => {
        names += 1;
        const type = random.pick(['Folder', 'Folder', 'File', 'File', 'Note', 'Collection']);
        const title = `${random.pick(['a', 'b', 'c'])} ${random.pick([word, 'other'])}`;
        await known(
          await system.create(id, { name: `n${names}`, type, properties: { 'dc:title': title } }),
        );
      },
      secure: (system, id) => {
        const ace = () => ({
          ...grantAce(
            random.pick(['alice', 'bob', 'carol', 'red', 'blue']),
            random.pick(['Read', 'Browse', 'Everything']),
          ),
          granted: random.below(3) > 0,
        });
        return system.setAcl(id, random.below(2) === 0 ? [ace(), denyAll] : [ace(), ace()]);
      },
      move: (system, id, targetId) =>
        system.write((unit) => moveDocument(unit, { id, targetId, name: null })),
      trash: (system, id) => system.write((unit) => trashDocument(unit, id)),
      untrash: (system, id) => system.write((unit) => untrashDocument(unit, id)),
      version: (system, id) =>
        system.write(async (unit) => {
          const [document] = await findDocumentsById(unit, [id]);
          if (document) await known((await checkIn(unit, { document, by: 'MAJOR' })).version);
        }),
      proxy: async (system, targetId, folderId) =>
        known(await system.write((unit) => createProxy(unit, { targetId, folderId }))),
      collect: (system, collectionId, member) =>
        system.write(async (unit) => {
          const documents = await findDocumentsById(unit, [member]);
          await addToCollection(unit, { collectionId, documents });
        }),
      comment: (system, id) =>
        system.write(async (unit) => {
          await unit.handle.lockTree('shared');
          const [target] = await findDocumentsById(unit, [id]);
          if (!target) return;
          const made = await addComment(unit, { target, kind: 'comment', content: { text: word } });
          await known({ id: made.id as DocumentId });
        }),
      grant: async (_system, id, other) => {
        const task = await openTask(repository, {
          documents:
            random.below(3) === 0
              ? [id, other].filter((each, at, all) => all.indexOf(each) === at)
              : [id],
          principals: [random.pick(['alice', 'bob', 'carol', 'red', 'blue'])],
          permission: random.pick(['Browse', 'Read', 'ReadWrite', 'Everything', 'Remove']),
          kind: random.pick(['routing', 'delegation']),
        });
        tasks.push(task);
      },
      end: async () => {
        const [task] = tasks.splice(random.below(tasks.length), 1);
        if (task !== undefined) await endTask(repository, task);
      },
    };

    const weighted = [
      ...['create', 'create', 'secure', 'secure', 'move', 'move', 'trash', 'untrash', 'version'],
      ...['proxy', 'collect', 'comment', 'grant', 'grant', 'grant', 'end', 'end'],
    ];

    /** A step that is not possible where it fell is left out. */
    async function attempt(name: string): Promise<void> {
      try {
        await steps[name]?.(repository.system, someId(), someId());
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
    }

    async function present(): Promise<readonly Document[]> {
      return repository.system.read((unit) => findDocumentsById(unit, ids));
    }

    /** By each way to documents: a list of what is seen, and what it is of. */
    async function lists(actor: Actor, documents: readonly Document[]) {
      const found: Record<string, readonly string[]> = {};
      for (const text of queries) {
        const page = await queryPage(actor, {
          text,
          offset: 0,
          limit: everything,
          countLimit: everything,
        });
        found[text] = page.documents.map(({ id }) => id).sort();
        expect(page.total, text).toBe(page.documents.length);
        const part = await queryPage(actor, { text, offset: 3, limit: 5, countLimit: 0 });
        const whole = await queryPage(actor, { text, offset: 0, limit: 8, countLimit: 0 });
        expect(part.documents.map(({ id }) => id)).toEqual(
          whole.documents.slice(3).map(({ id }) => id),
        );
      }
      const query = parseQuery('SELECT ecm:uuid, dc:title FROM Document ORDER BY ecm:uuid');
      const rows = await actor.read((unit) =>
        queryRows(unit, { query, offset: 0, limit: everything, countLimit: 0 }),
      );
      found.rows = rows.rows.map((row) => String(row['ecm:uuid'])).sort();
      const all = parseQuery('SELECT * FROM Document');
      found.scrolled = await actor.read((unit) =>
        scrollIds(unit, { query: all, after: undefined, limit: everything }),
      );
      const scan = await actor.read((unit) => compileIdScan(unit, all));
      const scanned: string[] = [];
      if (scan) {
        for await (const page of repository.database.scan(scan)) {
          scanned.push(...page.map(({ id }) => id));
        }
      }
      found.scanned = scanned.sort();
      const count = parseQuery('SELECT COUNT(ecm:uuid) FROM Document');
      const counted = await actor.read((unit) =>
        queryRows(unit, { query: count, offset: 0, limit: 1, countLimit: 0 }),
      );
      expect(Object.values(counted.rows[0] ?? {})).toEqual([scanned.length]);
      const folders = documents.filter(({ type }) => type === 'Folder');
      for (const { id } of folders.slice(0, 4)) {
        const children = await actor.read((unit) => listAllChildren(unit, id)).catch(refused);
        found[`children of ${id}`] = children.map((child) => child.id).sort();
        const number = await actor.read((unit) =>
          countChildren(unit, { parentId: id, limit: everything }),
        );
        const names = await actor.childNames(id);
        expect(names).toHaveLength(number);
      }
      found.members = await actor.read(async (unit) =>
        listedIn(await withRowProperties(unit, documents, '*'), membersKey),
      );
      found.collections = await actor.read(async (unit) =>
        listedIn(await withRowProperties(unit, documents, '*'), collectionsKey),
      );
      const audit = findAuditProvider('AUDIT_BROWSER');
      if (!audit) throw new Error('there is no such provider');
      const entries = await actor.read((unit) =>
        runAuditProvider(unit, {
          provider: audit,
          request: { ...emptyRequest, pageSize: everything },
        }),
      );
      found.audit = [
        ...new Set(entries.entries.map(({ documentId }) => String(documentId))),
      ].sort();
      return found;
    }

    function refused(error: unknown): readonly Document[] {
      if (isAppError(error, 'permission.denied')) return [];
      throw error;
    }

    async function compare(): Promise<void> {
      const documents = await present();
      const rights = await SlowRights.read(repository);
      const words = await SlowWords.read(repository);
      const all = await lists(repository.system, documents);
      for (const user of users) {
        const may = (id: string, permission: string, isListed: boolean) =>
          rights.has(user.principal, { id, permission, isListed });
        const isFound = (id: string, name: string) =>
          !name.includes(isSearch) ||
          (name.endsWith(orByTitle) && words.titleOf(id).startsWith('b')) ||
          words.finds(word, user.principal, { id, rights });
        const own = await lists(user, documents);
        for (const [name, idsOfAll] of Object.entries(all)) {
          const of = /^children of (.*)$/.exec(name)?.[1];
          const isOpen = of === undefined || may(of, 'ReadChildren', false);
          const isShown = (id: string) =>
            name === 'audit'
              ? rights.isAudited(user.principal, id)
              : may(id, 'Browse', true) && isFound(id, name);
          const shown = idsOfAll.filter(isShown);
          const wanted = isOpen ? shown : [];
          expect(own[name], `${name} of ${user.principal.username}`).toEqual(wanted);
        }
        await compareSingle(user, { documents, may });
      }
    }

    async function compareSingle(
      user: Actor,
      {
        documents,
        may,
      }: {
        documents: readonly Document[];
        may: (id: string, permission: string, isListed: boolean) => boolean;
      },
    ): Promise<void> {
      const of = user.principal.username;
      const plain = documents.filter(({ type }) => type !== 'Comment');
      const names = repository.context.model.permissionNames();
      const listed = await user.read(async (unit) => {
        await loadAcls(unit, plain);
        const found: (readonly string[])[] = [];
        for (const document of plain) found.push(await listPermissions(unit, document));
        return found;
      });
      for (const [at, { id }] of plain.entries()) {
        const wanted = names.filter((name) => may(id, name, false));
        expect(listed[at], `permissions of ${of} on ${id}`).toEqual(wanted);
      }
      const document = random.pick(plain);
      const alone = await user.read((unit) =>
        hasPermission(unit, { document, permission: 'Read' }),
      );
      expect(alone).toBe(may(document.id, 'Read', false));
      expect(await user.canRead(document.id)).toBe(alone);
      const ancestors = await user.read((unit) => findAncestors(unit, plain));
      const byId = await repository.system.read((unit) => findAncestors(unit, plain));
      for (const each of plain) {
        const wanted = byId.readableOf(each).filter(({ id }) => may(id, 'Read', false));
        expect(ancestors.readableOf(each).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }
      await user.read(async (unit) => {
        const withContent = await findFoldersWithContent(unit, {
          documents: plain,
          folderish: false,
        });
        for (const folder of plain.filter(({ type }) => type === 'Folder')) {
          const isNotEmpty = plain.some(
            ({ parentId, isTrashed, isVersion, id }) =>
              parentId === folder.id && !isTrashed && !isVersion && may(id, 'Browse', true),
          );
          expect(withContent.has(folder.id), `content of ${folder.id} for ${of}`).toBe(isNotEmpty);
        }
        const children = await listChildrenOfMany(unit, plain);
        for (const [parentId, found] of children) {
          expect(may(parentId, 'ReadChildren', false)).toBe(true);
          for (const { id } of found) expect(may(id, 'Browse', true)).toBe(true);
        }
        const publications = await countPublications(unit, plain);
        for (const { seriesId } of plain) {
          const proxies = plain.filter(
            (each) => each.proxyTarget?.seriesId === seriesId && may(each.id, 'Browse', true),
          );
          expect(publications.get(seriesId) ?? 0).toBe(proxies.length);
        }
        if (alone && !document.proxyTarget) {
          for (const { id } of await listPublications(unit, document.id)) {
            expect(may(id, 'Browse', true)).toBe(true);
          }
        }
        await findAllWithContent(unit, plain);
      });
    }

    test('are the same by each way as by a simple computation', async () => {
      await compare();
      for (let round = 0; round < tries(2); round += 1) {
        for (let step = 0; step < 10; step += 1) await attempt(random.pick(weighted));
        await settleSome(repository, { rowsMax: 2 });
        await compare().catch((error: Error) => {
          throw new Error(`TEST_SEED=${random.seed}, round ${round}: ${error.message}`, {
            cause: error,
          });
        });
      }
    }, 300_000);
  });
});
