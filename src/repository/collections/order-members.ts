import type { DocumentId } from '../../base/ids.ts';
import type { WriteHandle } from '../../storage/database.ts';
import {
  findMembers,
  findMembersBehind,
  type MemberRow,
  placeMembers,
  positionStep,
} from '../changes/member-list.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { lockCollection, touch } from './collections.ts';

interface MemberMove {
  readonly collectionId: DocumentId;
  readonly memberId: DocumentId;
  /** The member beside which it is put; null puts it at the beginning. */
  readonly otherId: DocumentId | null;
}

/**
 * Moves a member: to the beginning, or beside another one, of which the one that comes first is put right
 * behind the other. Returns whether the order has changed; it has not when one is no member.
 *
 * @throws AppError as `addToCollection`
 */
export async function moveMember(unit: WriteUnit, move: MemberMove): Promise<boolean> {
  const collection = await lockCollection(unit, move.collectionId);
  const { memberId, otherId } = move;
  const ids = otherId === null ? [memberId] : [memberId, otherId];
  const found = await findMembers(unit.handle, { collectionId: collection.id, ids });
  const member = found.get(memberId);
  const other = otherId === null ? null : found.get(otherId);
  if (!member || other === undefined || other?.member_id === memberId) return false;
  const hasMoved =
    other === null
      ? await putFirst(unit.handle, collection.id, member)
      : await putBehind(unit.handle, collection.id, sorted(member, other));
  if (hasMoved) await touch(unit, collection);
  return hasMoved;
}

interface Pair {
  readonly moved: MemberRow;
  readonly behind: MemberRow;
}

function sorted(one: MemberRow, other: MemberRow): Pair {
  return one.position < other.position
    ? { moved: one, behind: other }
    : { moved: other, behind: one };
}

async function putFirst(
  handle: WriteHandle,
  collectionId: string,
  member: MemberRow,
): Promise<boolean> {
  const behind = Number.MIN_SAFE_INTEGER;
  const [first] = await findMembersBehind(handle, { collectionId, behind, limit: 1 });
  if (!first || first.member_id === member.member_id) return false;
  const position = first.position - positionStep;
  await placeMembers(handle, { collectionId, places: [{ ...member, position }] });
  return true;
}

/** Members that get new positions where two have none between them. */
const spreadMembers = 500;

async function putBehind(
  handle: WriteHandle,
  collectionId: string,
  { moved, behind }: Pair,
): Promise<boolean> {
  const start = { collectionId, behind: behind.position };
  const [next] = await findMembersBehind(handle, { ...start, limit: 1 });
  const end = next?.position ?? behind.position + 2 * positionStep;
  const position = Math.floor((behind.position + end) / 2);
  if (position > behind.position && position < end) {
    await placeMembers(handle, { collectionId, places: [{ ...moved, position }] });
    return true;
  }
  await spread(handle, { collectionId, behind, moved });
  return true;
}

/**
 * Puts a member behind another one, and the members that follow further apart: as many as give room for
 * many more between any two of them.
 */
async function spread(
  handle: WriteHandle,
  {
    collectionId,
    behind,
    moved,
  }: { readonly collectionId: string; readonly behind: MemberRow; readonly moved: MemberRow },
): Promise<void> {
  for (let count = spreadMembers; ; count *= 2) {
    const following = await findMembersBehind(handle, {
      collectionId,
      behind: behind.position,
      limit: count + 1,
    });
    const end = following.length > count ? following.at(-1)?.position : undefined;
    const placed = [moved, ...(end === undefined ? following : following.slice(0, -1))];
    const room = end === undefined ? positionStep : (end - behind.position) / (placed.length + 1);
    if (room < 2) continue;
    const places = placed.map(({ member_id }, at) => ({
      member_id,
      position: behind.position + Math.floor(room * (at + 1)),
    }));
    await placeMembers(handle, { collectionId, places });
    return;
  }
}
