import { afterAll, beforeAll, expect, test } from 'vitest';
import { countJobsByKind, listJobs } from '../../src/jobs/inspect.ts';
import type { Document } from '../../src/model/document.ts';
import { listEntries } from '../../src/repository/directories/list-entries.ts';
import {
  countChildren,
  listAllChildren,
  listChildren,
} from '../../src/repository/documents/children.ts';
import {
  findFoldersWithContent,
  listChildrenOfMany,
} from '../../src/repository/documents/children-of-many.ts';
import { createGroup, listGroups } from '../../src/repository/principals/groups.ts';
import { listMemberNames } from '../../src/repository/principals/list-members.ts';
import { searchGroups, searchUsers } from '../../src/repository/principals/search-principals.ts';
import { listUsers } from '../../src/repository/principals/users.ts';
import { searchAuditEntries } from '../../src/repository/search/audit-search.ts';
import { createUnit, type ReadUnit } from '../../src/repository/unit/unit.ts';
import { queryPage, StatementLog } from '../support/deep-store.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

let repository: TestRepository;
let place: Document;
beforeAll(async () => {
  repository = await openTestRepository('sqlite');
  await repository.database.write((handle) => createGroup(handle, { groupname: 'crew' }));
  place = await repository.system.create(repository.workspaces.id, { name: 'p', type: 'Folder' });
});
afterAll(() => repository.close());

const page = { offset: 5, limit: 1 };
const anyEntry = { eventIds: [], categories: [], principalNames: [], sort: [] };

/** Each reads as many rows as there are. */
const reads: Readonly<Record<string, (unit: ReadUnit) => Promise<unknown>>> = {
  'children by date': (unit) =>
    listChildren(unit, { parentId: place.id, ...page, sort: { by: 'created', order: 'asc' } }),
  'the number of children': (unit) => countChildren(unit, { parentId: place.id, limit: 10 }),
  'all children': (unit) => listAllChildren(unit, place.id),
  'children of many': (unit) => listChildrenOfMany(unit, [place]),
  'folders with content': (unit) =>
    findFoldersWithContent(unit, { documents: [place], folderish: false }),
  'users by name': ({ handle }) =>
    searchUsers(handle, { terms: [{ prefix: 'a', fields: ['username'] }], limit: 1 }),
  'groups by name': ({ handle }) => searchGroups(handle, { prefix: 'a', limit: 1 }),
  'all users': ({ handle }) => listUsers(handle, page),
  'all groups': ({ handle }) => listGroups(handle),
  members: ({ handle }) => listMemberNames(handle, 'crew', { kind: 'user', prefix: 'a', ...page }),
  'entries of a directory': (unit) => {
    const directory = unit.directories.get('nature');
    return directory ? listEntries(unit.handle, directory, page) : expect.fail('no directory');
  },
  'background jobs': ({ handle }) => listJobs(handle, page),
  'the number of jobs of each kind': ({ handle }) => countJobsByKind(handle),
  'entries of the audit': ({ handle }) => searchAuditEntries(handle, { ...anyEntry, ...page }),
};

test.each(Object.entries(reads))(
  'on SQLite the statement for %s checks the time',
  async (_, read) => {
    const log = new StatementLog();
    await repository.database.read((handle) =>
      read(createUnit(log.tap(handle), repository.context, repository.user('reader').principal)),
    );
    expect(log.statements.filter(({ sql }) => sql.includes('cartulary_before'))).not.toEqual([]);
  },
);

test.each([
  "SELECT * FROM Document WHERE ecm:fulltext = 'word'",
  "SELECT * FROM Document WHERE ecm:fulltext = 'word' OR dc:title = 'x'",
])('so does the search for words in %s', async (text) => {
  const log = new StatementLog();
  await queryPage(repository.system, { text, ...page }, log.tap);
  expect(log.statements.map(({ sql }) => sql)).toContainEqual(
    expect.stringContaining('(fulltext_words.rowid & 31 or cartulary_before('),
  );
});
