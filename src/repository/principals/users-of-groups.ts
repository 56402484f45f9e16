import { sql } from 'kysely';
import { membersGroup } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';

/** Some users of the groups and of the groups inside them, sorted by name: at most `max`. */
export async function listUsersOfGroups(
  handle: ReadHandle,
  groups: readonly string[],
  max: number,
): Promise<readonly string[]> {
  const all = groups.includes(membersGroup)
    ? sql`select username as name from user_account`
    : sql`select member_name as name from group_member
        where member_kind = 'user' and groupname in (select groupname from inside)`;
  const query = sql<{ name: string }>`
    with recursive inside(groupname) as (
      select groupname from user_group where groupname in ${keyList(handle.dialect, groups)}
      union
      select inner_group.member_name from inside join group_member inner_group
        on inner_group.member_kind = 'group' and inner_group.groupname = inside.groupname
    )
    select distinct name from (${all}) as found order by name limit ${sql.lit(max)}`;
  const rows = await handle.all(compilable(handle.builder, query));
  return rows.map(({ name }) => name);
}
