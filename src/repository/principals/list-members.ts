import type { ReadHandle } from '../../storage/database.ts';
import { isInTime } from '../sql/time-check.ts';
import { getGroup } from './groups.ts';
import type { MemberKind } from './memberships.ts';

interface MemberQuery {
  readonly kind: MemberKind;
  /** The beginning of the names; case is ignored. */
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the direct members of a group, sorted by name. The names are compared here, as the
 * store only folds ASCII letters, and a group has fewer members than a store has users. Unknown
 * names among the members are left out.
 *
 * @throws AppError group.not-found
 */
export async function listMemberNames(
  handle: ReadHandle,
  groupname: string,
  { kind, prefix, limit, offset }: MemberQuery,
): Promise<{ readonly names: readonly string[]; readonly total: number }> {
  await getGroup(handle, groupname);
  const rows = await handle.all(
    existingMembers(handle, kind)
      .select('member_name')
      .where('groupname', '=', groupname)
      .where(isInTime(handle, 'group_member'))
      .where('member_kind', '=', kind),
  );
  const folded = prefix.toLowerCase();
  const names = rows
    .map((row) => row.member_name)
    .filter((name) => name.toLowerCase().startsWith(folded))
    .sort();
  return { names: names.slice(offset, offset + limit), total: names.length };
}

function existingMembers({ builder }: ReadHandle, kind: MemberKind) {
  const members = builder.selectFrom('group_member');
  const username = builder.selectFrom('user_account').select('username');
  const groupname = builder.selectFrom('user_group').select('user_group.groupname');
  return members.where('member_name', 'in', kind === 'user' ? username : groupname);
}
