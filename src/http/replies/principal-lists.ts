import { limits } from '../../base/limits.ts';
import { mapInTurns } from '../../base/turns.ts';
import { pageOf, writePage } from '../../entities/documents-entity.ts';
import { groupRelationNames, groupSchema, writeGroupEntity } from '../../entities/group-entity.ts';
import { userSchema } from '../../entities/user-entity.ts';
import type { Group } from '../../model/user.ts';
import { findGroups, listRelationsOfGroups } from '../../repository/principals/groups.ts';
import { listMemberNames } from '../../repository/principals/list-members.ts';
import {
  type SearchResult,
  searchGroups,
  searchUsers,
  userNameFields,
} from '../../repository/principals/search-principals.ts';
import { findUsers } from '../../repository/principals/users.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { inQuery } from '../parameters.ts';
import { type Page, pagingParameters, parsePage } from '../requests/paging.ts';
import type { MemberListAddress } from '../requests/principal-address.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { profileParameter, writeUsers } from './user-entities.ts';

export const usersSchema = pageOf('users', userSchema);
export const groupsSchema = pageOf('groups', groupSchema);

export const listParameters = [
  inQuery('q', 'what names begin with; *: all'),
  ...pagingParameters,
  profileParameter,
];

/** The response of `/user/search`. */
export async function searchUsersReply(context: RequestContext): Promise<RouteReply> {
  const page = parsePage(context.query);
  const prefix = searchedPrefix(context);
  const found = await context.read(async (unit) => {
    if (prefix === undefined) return nothing;
    const terms = prefix === '' ? [] : [{ prefix, fields: userNameFields }];
    const users = await searchUsers(unit.handle, { terms, ...countedPage(page) });
    return { ...users, entries: await writeUsers(context, unit, users.entries) };
  });
  return listReply('users', page, found);
}

/** The response of `/group/search`. */
export async function searchGroupsReply(context: RequestContext): Promise<RouteReply> {
  const page = parsePage(context.query);
  const prefix = searchedPrefix(context);
  const found = await context.read(async (unit) => {
    if (prefix === undefined) return nothing;
    const groups = await searchGroups(unit.handle, { prefix, ...countedPage(page) });
    return { ...groups, entries: await writeGroups(context, unit.handle, groups.entries) };
  });
  return listReply('groups', page, found);
}

/** The response of `/group/{id}/@users` and `/group/{id}/@groups`. @throws AppError group.not-found */
export async function memberListReply(
  context: RequestContext,
  { id, list }: MemberListAddress,
): Promise<RouteReply> {
  const page = parsePage(context.query);
  const found = await context.read(async (unit) => {
    const { names, total } = await listMemberNames(unit.handle, id, {
      kind: list === 'users' ? 'user' : 'group',
      // Without a prefix all members are listed, unlike in a search, which finds nothing then.
      prefix: searchedPrefix(context) ?? '',
      limit: page.size,
      offset: page.offset,
    });
    return { entries: await writeNamed(context, unit, { list, names }), total };
  });
  return listReply(list, page, found);
}

const nothing: SearchResult<never> = { entries: [], hasMore: false, total: 0 };

/** The beginning of names: `*` means all; undefined without a search. */
function searchedPrefix({ query }: RequestContext): string | undefined {
  const text = query.get('q')?.trim() ?? '';
  if (text === '') return undefined;
  return text === '*' ? '' : text;
}

function countedPage({ size, offset }: Page) {
  return { limit: size, offset, countLimit: limits.countDefault };
}

async function writeNamed(
  context: RequestContext,
  unit: ReadUnit,
  { list, names }: { readonly list: 'users' | 'groups'; readonly names: readonly string[] },
): Promise<readonly object[]> {
  if (list === 'users') {
    const users = await findUsers(unit.handle, names);
    return writeUsers(
      context,
      unit,
      names.flatMap((name) => users.get(name) ?? []),
    );
  }
  const groups = await findGroups(unit.handle, names);
  return writeGroups(
    context,
    unit.handle,
    names.flatMap((name) => groups.get(name) ?? []),
  );
}

/** With the relations in `fetch.group`, read for all groups at once. */
async function writeGroups(
  { wire }: RequestContext,
  handle: ReadHandle,
  groups: readonly Group[],
): Promise<readonly object[]> {
  const fetch = wire.fetch('group');
  if (!groupRelationNames.some((name) => fetch.includes(name))) {
    return mapInTurns(groups, (group) => writeGroupEntity(group));
  }
  const names = groups.map((group) => group.groupname);
  const relations = await listRelationsOfGroups(handle, names);
  return mapInTurns(groups, (group) => {
    const values = relations.get(group.groupname);
    return writeGroupEntity(group, values && { fetch, values });
  });
}

function listReply(
  entityType: 'users' | 'groups',
  page: Page,
  { entries, total }: { readonly entries: readonly object[]; readonly total?: number | undefined },
): RouteReply {
  const facts = {
    resultsCount: total ?? -2,
    pageSize: page.size,
    maxPageSize: limits.pageSizeMax,
    resultsCountLimit: limits.countDefault,
    currentPageSize: entries.length,
    offset: page.offset,
    isSortable: false,
  };
  return jsonReply(200, writePage(entityType, facts, entries));
}
