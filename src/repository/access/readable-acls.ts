import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Ace, isGranted } from '../../model/acl.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { EffectiveAces, ReadableAcls } from '../unit/acl-cache.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';

const countAcls = defineStatement((b, _params: object) =>
  b.selectFrom('acl').select((e) => e.fn.countAll<number>().as('count')),
);

const allAclIds = defineStatement((b, _params: object) => b.selectFrom('acl').select('id'));

/**
 * The interned ACLs that let the caller see a document in a list: the filter of every query. Each
 * caller and ACL is evaluated once. Undefined means 'all' (administrators).
 */
export async function readableAclIds(unit: ReadUnit): Promise<readonly number[] | undefined> {
  if (unit.principal.isAdministrator) return undefined;
  const shared = sharedEntry(unit);
  const known = unit.handle.seesUncommitted ? copyOf(shared) : shared;
  if (known) {
    await judgeNew(unit, known);
    // Another unit at a later instant may have passed a boundary of the same entry meanwhile.
    if (isValidAt(known, unit.nowMs)) return [...known.ids];
  }
  const own = emptyEntry();
  await judgeNew(unit, own);
  return [...own.ids];
}

/** Undefined for a unit that began before the boundary from which the entry is valid. */
function sharedEntry(unit: UnitContext): ReadableAcls | undefined {
  const { readable } = unit.acls;
  const key = unit.principal.identityKey;
  const known = readable.get(key);
  if (known && isValidAt(known, unit.nowMs)) return known;
  if (known && unit.nowMs < known.validFromMs) return undefined;
  const fresh = emptyEntry();
  readable.set(key, fresh);
  return fresh;
}

function emptyEntry(): ReadableAcls {
  return {
    judged: new Set(),
    ids: new Set(),
    validFromMs: Number.NEGATIVE_INFINITY,
    validUntilMs: Number.POSITIVE_INFINITY,
  };
}

function copyOf(entry = emptyEntry()): ReadableAcls {
  return { ...entry, judged: new Set(entry.judged), ids: new Set(entry.ids) };
}

function isValidAt(entry: ReadableAcls, nowMs: number): boolean {
  return entry.validFromMs <= nowMs && nowMs < entry.validUntilMs;
}

async function judgeNew(unit: ReadUnit, entry: ReadableAcls): Promise<void> {
  const total = (await unit.handle.fetchFirst(countAcls, {}))?.count ?? 0;
  if (total === entry.judged.size) return;
  const ids = (await unit.handle.fetchAll(allAclIds, {})).map((row) => row.id);
  const fresh = ids.filter((id) => !entry.judged.has(id));
  const aces = await unit.acls.effectiveAcesOf(unit.handle, fresh);
  for (const [id, effective] of aces) judge(unit, entry, { id, aces: effective });
}

function judge(
  unit: UnitContext,
  entry: ReadableAcls,
  { id, aces }: { id: number; aces: EffectiveAces },
): void {
  const readable = isGranted(aces, {
    identities: unit.principal.identities,
    grantingPermissions: unit.model.permissionsIncluding('Browse'),
    nowMs: unit.nowMs,
  });
  if (readable) entry.ids.add(id);
  entry.judged.add(id);
  for (const boundaryMs of aces.flatMap(boundariesOf)) {
    if (boundaryMs <= unit.nowMs) entry.validFromMs = Math.max(entry.validFromMs, boundaryMs);
    else entry.validUntilMs = Math.min(entry.validUntilMs, boundaryMs);
  }
}

/** The first instants of another status: an entry is still effective at its `end`. */
function boundariesOf({ begin, end }: Ace): number[] {
  return [...(begin === null ? [] : [begin]), ...(end === null ? [] : [end + 1])];
}

/**
 * The condition that a document has one of any number of ACLs. `aclId` is for statements in which
 * the column has another name. PostgreSQL gets them as one array, for which it uses indexes and
 * statistics as for a list, and which is cheap to write and parse.
 */
export function hasAclAmong(
  dialect: SqlDialect,
  ids: readonly number[],
  aclId: RawBuilder<unknown> = sql.ref('acl_id'),
): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql`1 = 0`;
  const [only] = ids;
  // For a single ACL an index that begins with it keeps its order.
  if (ids.length === 1) return sql`${aclId} = ${only}`;
  return dialect.isAmong(aclId, ids);
}
