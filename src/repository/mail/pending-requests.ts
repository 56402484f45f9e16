import { parseJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { MailEvent, TemplateMail, WrittenMail } from './mail-requests.ts';

interface Pending<Details> {
  readonly id: string;
  readonly createdAtMs: number;
  /** All its mails are made. */
  readonly isDone: boolean;
  readonly details: Details;
}

export type PendingMail = Pending<TemplateMail>;
export type PendingEvent = Pending<MailEvent>;
export type PendingWritten = Pending<WrittenMail>;

interface PendingKinds {
  readonly mail: PendingMail;
  readonly event: PendingEvent;
  readonly written: PendingWritten;
}

const anyRequest = defineStatement<object, { id: string }>((b) =>
  b.selectFrom('mail_request').select('id').limit(1),
);

const anyDueItem = defineStatement<{ now: number }, { id: string }>((b, p) =>
  b.selectFrom('mail_digest_item').select('id').where('due_at', '<=', p.now).limit(1),
);

/** Whether there is mail to be made, or to be collected for a user. */
export async function hasMailWork(handle: ReadHandle, nowMs: number): Promise<boolean> {
  if (await handle.fetchFirst(anyRequest, {})) return true;
  return (await handle.fetchFirst(anyDueItem, { now: nowMs })) !== undefined;
}

/** The oldest ones. */
export async function listPending<Kind extends keyof PendingKinds>(
  handle: ReadHandle,
  kind: Kind,
  limit: number,
): Promise<readonly PendingKinds[Kind][]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('mail_request')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit),
  );
  return rows.map(({ id, created_at, is_done, details }) => ({
    id,
    createdAtMs: created_at,
    isDone: is_done === 1,
    details: detailsOf(details) as never,
  }));
}

/** Of a damaged row nothing is left: its request cannot be served, and later ones are. */
function detailsOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return { documentId: '' };
  }
}

/** Ends requests of which no recipient was stored. */
export async function dropRequests(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await handle.run(handle.builder.deleteFrom('mail_request').where('id', 'in', ids));
}

/** Requests of which no mail will be made; returns how many. */
export async function discardRequests(handle: WriteHandle, limit: number): Promise<number> {
  const some = handle.builder.selectFrom('mail_request').select('id').limit(limit);
  return handle.run(handle.builder.deleteFrom('mail_request').where('id', 'in', some));
}

/** Before its recipients are removed: otherwise they would get their mail again after a crash. */
export async function markDone(handle: WriteHandle, id: string): Promise<void> {
  await handle.run(
    handle.builder.updateTable('mail_request').set({ is_done: 1 }).where('id', '=', id),
  );
}

/** Some recipients of a request that is done; the request once there are none. */
export async function removeDone(
  handle: WriteHandle,
  id: string,
  limit: number,
): Promise<'removed' | 'left'> {
  const { builder } = handle;
  const some = builder
    .selectFrom('mail_recipient')
    .select('recipient')
    .where('request_id', '=', id)
    .orderBy('recipient')
    .limit(limit);
  const removed = await handle.run(
    builder
      .deleteFrom('mail_recipient')
      .where('request_id', '=', id)
      .where('recipient', 'in', some),
  );
  if (removed === limit) return 'left';
  await handle.run(builder.deleteFrom('mail_request').where('id', '=', id));
  return 'removed';
}

const rowsPerInsert = 500;

/** Those of the recipients who have not had their mail of the request: they have it now. */
export async function claimRecipients(
  handle: WriteHandle,
  requestId: string,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> {
  const claimed = new Set<string>();
  for (const some of slicesOf(recipients, rowsPerInsert)) {
    const rows = await handle.all(
      handle.builder
        .insertInto('mail_recipient')
        .values(some.map((recipient) => ({ request_id: requestId, recipient })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('recipient'),
    );
    for (const { recipient } of rows) claimed.add(recipient);
  }
  return claimed;
}
