import { type Ace, isGranted } from '../model/acl.ts';
import type { ReadHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { ReadableAcls } from './acl-cache.ts';
import type { Session } from './session.ts';

const countAcls = defineStatement((b, _params: object) =>
  b.selectFrom('acl').select((e) => e.fn.countAll<number>().as('count')),
);

const allAclIds = defineStatement((b, _params: object) => b.selectFrom('acl').select('id'));

/**
 * The interned ACLs that let the caller see a document in a list: the filter of every query. Judged
 * once per caller and ACL, then only new ACLs are looked at. Undefined means 'all' (administrators).
 */
export async function readableAclIds(
  handle: ReadHandle,
  session: Session,
): Promise<readonly number[] | undefined> {
  if (session.principal.isAdministrator) return undefined;
  const key = session.principal.identityKey;
  let entry = session.acls.readable.get(key);
  if (!entry || session.nowMs >= entry.validUntilMs) {
    entry = { judged: new Set(), ids: new Set(), validUntilMs: Number.POSITIVE_INFINITY };
    session.acls.readable.set(key, entry);
  }
  const total = (await handle.fetchFirst(countAcls, {}))?.count ?? 0;
  if (total !== entry.judged.size) await judgeNew(handle, session, entry);
  return [...entry.ids];
}

async function judgeNew(handle: ReadHandle, session: Session, entry: ReadableAcls): Promise<void> {
  for (const { id } of await handle.fetchAll(allAclIds, {})) {
    if (!entry.judged.has(id)) await judge(handle, session, { id, entry });
  }
}

async function judge(
  handle: ReadHandle,
  session: Session,
  { id, entry }: { id: number; entry: ReadableAcls },
): Promise<void> {
  const aces = await session.acls.effectiveAces(handle, id);
  const readable = isGranted(aces, {
    identities: session.principal.identities,
    grantingPermissions: session.model.permissionsIncluding('Browse'),
    nowMs: session.nowMs,
  });
  if (readable) entry.ids.add(id);
  entry.judged.add(id);
  entry.validUntilMs = Math.min(entry.validUntilMs, nextBoundary(aces, session.nowMs));
}

function nextBoundary(aces: readonly Ace[], nowMs: number): number {
  const boundaries = aces.flatMap((ace) => [ace.begin, ace.end]);
  const coming = boundaries.flatMap((ms) => (ms !== null && ms >= nowMs ? [ms] : []));
  return Math.min(...coming, Number.POSITIVE_INFINITY);
}
