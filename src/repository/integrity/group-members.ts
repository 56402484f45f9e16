import { sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { GroupMemberTable } from '../../storage/tables.ts';
import { compilable } from '../principals.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

/** Members of groups are users and groups that exist. */
export const groupMembers = defineCheck({
  name: 'group-members',
  async *run({ database }) {
    const pages = pagesOf<GroupMemberTable>(database, pageSize, readUnknown);
    for await (const page of pages) {
      for (const { groupname, member_kind: kind, member_name: name } of page) {
        const id = `${groupname}/${kind}/${name}`;
        const text = `is a membership of the ${kind} ${name}, which does not exist`;
        yield { severity: 'error', table: 'group_member', id, text };
      }
    }
  },
});

function readUnknown(
  handle: ReadHandle,
  after: GroupMemberTable | undefined,
): Promise<GroupMemberTable[]> {
  const follows = after
    ? sql`(groupname, member_kind, member_name) >
        (${after.groupname}, ${after.member_kind}, ${after.member_name})`
    : sql`1 = 1`;
  const query = sql<GroupMemberTable>`
    select groupname, member_kind, member_name from group_member
    where ${follows} and case member_kind
      when 'user' then not exists (select 1 from user_account where username = member_name)
      when 'group' then not exists
        (select 1 from user_group as member where member.groupname = member_name)
      else true end
    order by groupname, member_kind, member_name limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.builder, query));
}
