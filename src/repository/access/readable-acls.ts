import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import { type Ace, isGranted } from '../../model/acl.ts';
import { type AclKey, aclSuffix } from '../../model/pending-tree.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { EffectiveAces, ReadableAcls } from '../unit/acl-cache.ts';
import type { ReadableAclIds } from '../unit/readable-ids.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';

const idsPerPage = 2_000;

const aclIdsAfter = defineStatement<{ after: number }, { id: number }>((b, p) =>
  b.selectFrom('acl').select('id').where('id', '>', p.after).orderBy('id').limit(idsPerPage),
);

/** Evaluating so many ACLs takes a few milliseconds: other work of the event loop runs after them. */
const aclsPerTurn = 200;

/**
 * The effective ACLs that let the caller see a document in a list, given the number of all ACLs. Each
 * caller and ACL is evaluated once. While changes of ACLs are pending, all keys are text, as the column
 * is.
 */
export async function readableAclIds(unit: ReadUnit, total: number): Promise<ReadableAclIds> {
  const { keys, validFromMs, validUntilMs } = await readableNow(unit, total);
  const found = unit.handle.tree.replacesAcls ? [...keys].map(String) : [...keys];
  return { keys: found, validFromMs, validUntilMs };
}

async function readableNow(unit: ReadUnit, total: number): Promise<ReadableAcls> {
  const shared = sharedEntry(unit);
  const known = unit.handle.seesUncommitted ? copyOf(shared) : shared;
  if (known) {
    await judgeNew(unit, known, total);
    // Another unit at a later instant may have passed a boundary of the same entry meanwhile.
    if (isValidAt(known, unit.nowMs)) return known;
  }
  const own = emptyEntry();
  await judgeNew(unit, own, total);
  return own;
}

/** What lists of readable ACLs belong to: the caller, and the pending changes that replace ACLs. */
export function readableKey({ handle: { tree }, principal: { identityKey } }: ReadUnit): string {
  return tree.replacesAcls ? `${tree.revision} ${identityKey}` : identityKey;
}

/** Undefined for a unit that began before the boundary from which the entry is valid. */
function sharedEntry(unit: ReadUnit): ReadableAcls | undefined {
  const { replacesAcls } = unit.handle.tree;
  const readable = replacesAcls ? unit.acls.readableMeanwhile : unit.acls.readable;
  const key = readableKey(unit);
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
    keys: new Set(),
    validFromMs: Number.NEGATIVE_INFINITY,
    validUntilMs: Number.POSITIVE_INFINITY,
  };
}

function copyOf(entry = emptyEntry()): ReadableAcls {
  return { ...entry, judged: new Set(entry.judged), keys: new Set(entry.keys) };
}

function isValidAt(entry: ReadableAcls, nowMs: number): boolean {
  return entry.validFromMs <= nowMs && nowMs < entry.validUntilMs;
}

async function judgeNew(unit: ReadUnit, entry: ReadableAcls, total: number): Promise<void> {
  if (total === entry.judged.size) return;
  const suffixes = suffixesOf(unit);
  for await (const ids of pagesOfAclIds(unit)) {
    const fresh = ids.filter((id) => !entry.judged.has(id));
    for (const some of slicesOf(fresh, aclsPerTurn)) {
      const replaced = suffixes.flatMap((suffix) => some.map((id) => `${id}${suffix}`));
      const aces = await unit.acls.effectiveAcesOf(unit.handle, [...some, ...replaced]);
      for (const [key, effective] of aces) judge(unit, entry, { key, aces: effective });
      for (const id of some) entry.judged.add(id);
      if (some.length === aclsPerTurn) await nextTurn();
    }
  }
}

/** What pending changes add to the ACLs of rows, see `AclKey`. */
function suffixesOf({ handle }: ReadUnit): readonly string[] {
  const replacing = handle.tree.rules.filter(
    ({ aclSteps, removes }) => aclSteps.length > 0 && removes !== 'all',
  );
  return [...new Set(replacing.map(({ aclSteps }) => aclSuffix(aclSteps)))];
}

/** Below all of them. */
const beforeIds = -1;

async function* pagesOfAclIds({ handle }: ReadUnit): AsyncGenerator<readonly number[]> {
  for (let after = beforeIds; ; ) {
    const rows = await handle.fetchAll(aclIdsAfter, { after });
    yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < idsPerPage) return;
    after = last.id;
  }
}

function judge(
  unit: UnitContext,
  entry: ReadableAcls,
  { key, aces }: { key: AclKey; aces: EffectiveAces },
): void {
  const readable = isGranted(aces, {
    identities: unit.principal.identities,
    grantingPermissions: unit.model.permissionsIncluding('Browse'),
    nowMs: unit.nowMs,
  });
  if (readable) entry.keys.add(key);
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
  ids: readonly AclKey[],
  aclId: RawBuilder<unknown> = sql.ref('acl_id'),
): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql`1 = 0`;
  const [only] = ids;
  // For a single ACL an index that begins with it keeps its order.
  if (ids.length === 1) return sql`${aclId} = ${only}`;
  return dialect.isAmong(aclId, ids as readonly number[] | readonly string[]);
}
