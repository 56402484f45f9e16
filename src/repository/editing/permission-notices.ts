import { parseJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Ace, type Acl, aceStatus } from '../../model/acl.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { PermissionNoticeTable } from '../../storage/mail-tables.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import { noticedAces } from '../access/ace-keys.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { queuePermissionMails } from './permission-mail.ts';

interface AclChange {
  readonly documentId: string;
  readonly before: readonly Acl[];
  readonly after: readonly Acl[];
}

const rowsPerStatement = 500;

/**
 * Entries that ask for it and are new are announced: at once, or when they begin. What is known of
 * those that are gone is removed. Without a mail server nothing is stored.
 */
export async function followAclChange(
  unit: WriteUnit,
  { documentId, before, after }: AclChange,
): Promise<void> {
  const old = noticedAces(before);
  const present = noticedAces(after);
  const gone = [...old.keys()].filter((key) => !present.has(key));
  await removeNotices(unit, documentId, gone);
  if (!unit.sendsMail) return;
  const added = [...present.values()].filter(({ key }) => !old.has(key));
  for (const some of slicesOf(added, rowsPerStatement)) {
    const rows = some.map(({ key, ace }) => noticeOf(unit, { documentId, key, ace }));
    await unit.handle.run(
      unit.handle.builder
        .insertInto('permission_notice')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['document_id', 'ace_key']).doUpdateSet((e) => ({
            due_at: e.ref('excluded.due_at'),
            is_done: e.ref('excluded.is_done'),
          })),
        ),
    );
  }
  const begun = added.map(({ ace }) => ace).filter((ace) => statusOf(unit, ace) === 'effective');
  await queuePermissionMails(unit, { documentId, aces: begun });
}

function statusOf({ nowMs }: WriteUnit, ace: Ace) {
  return aceStatus(ace, nowMs);
}

function noticeOf(
  unit: WriteUnit,
  { documentId, key, ace }: { documentId: string; key: string; ace: Ace },
): PermissionNoticeTable {
  return {
    document_id: documentId,
    ace_key: key,
    due_at: ace.begin ?? unit.nowMs,
    is_done: statusOf(unit, ace) === 'pending' ? 0 : 1,
  };
}

async function removeNotices(
  { handle }: WriteUnit,
  documentId: string,
  keys: readonly string[],
): Promise<void> {
  for (const some of slicesOf(keys, rowsPerStatement)) {
    await handle.run(
      handle.builder
        .deleteFrom('permission_notice')
        .where('document_id', '=', documentId)
        .where('ace_key', 'in', keyList(handle.dialect, some)),
    );
  }
}

const anyDue = defineStatement<{ now: number }, { document_id: string }>((b, p) =>
  b
    .selectFrom('permission_notice')
    .select('document_id')
    .where('is_done', '=', 0)
    .where('due_at', '<=', p.now)
    .limit(1),
);

/** Whether entries have begun of which no mail is left yet. */
export async function hasDueNotices(handle: ReadHandle, nowMs: number): Promise<boolean> {
  return (await handle.fetchFirst(anyDue, { now: nowMs })) !== undefined;
}

const noticesPerSlice = 50;

/**
 * Leaves the mails of some entries that have begun; returns how many entries were due. Each is marked
 * in the same unit. One that has ended meanwhile is not announced any more.
 */
export async function announceDue(unit: WriteUnit): Promise<number> {
  const { handle } = unit;
  const due = await handle.all(
    handle.builder
      .selectFrom('permission_notice')
      .selectAll()
      .where('is_done', '=', 0)
      .where('due_at', '<=', unit.nowMs)
      .orderBy('due_at')
      .orderBy('document_id')
      .orderBy('ace_key')
      .limit(noticesPerSlice),
  );
  for (const [documentId, rows] of Map.groupBy(due, ({ document_id }) => document_id)) {
    await announceOf(unit, documentId, rows);
  }
  return due.length;
}

async function announceOf(
  unit: WriteUnit,
  documentId: string,
  rows: readonly PermissionNoticeTable[],
): Promise<void> {
  const { handle } = unit;
  const stored = await handle.first(
    handle.builder.selectFrom('document').select('own_acl').where('id', '=', documentId),
  );
  const acls = parseJson(stored?.own_acl ?? '[]') as readonly Acl[];
  const noticed = noticedAces(acls);
  const begun: Ace[] = [];
  for (const { ace_key } of rows) {
    const ace = noticed.get(ace_key)?.ace;
    const changed = await handle.run(
      handle.builder
        .updateTable('permission_notice')
        .set({ is_done: 1 })
        .where('document_id', '=', documentId)
        .where('ace_key', '=', ace_key)
        .where('is_done', '=', 0),
    );
    // Another unit may have removed the entry since it was read.
    if (ace && changed === 1 && statusOf(unit, ace) === 'effective') begun.push(ace);
  }
  await queuePermissionMails(unit, { documentId, aces: begun });
}
