import type { ReadHandle } from '../../storage/database.ts';
import type { MailDigestItemTable, MailRequestTable } from '../../storage/mail-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { findIdle } from './idle-jobs.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

const pageSize = 200;
const kinds: ReadonlySet<string> = new Set(['mail', 'written', 'event']);

/** What mail is to be made of is readable, and a job makes it. */
export const mailRequests = defineCheck({
  name: 'mail-requests',
  async *run({ database, nowMs }) {
    const requests = pagesOf<MailRequestTable>(database, pageSize, (handle, after) =>
      readPage(handle, after?.id ?? ''),
    );
    for await (const page of requests) for (const row of page) yield* inspectRequest(row);
    const items = pagesOf<MailDigestItemTable>(database, pageSize, (handle, after) =>
      readItems(handle, after?.id ?? ''),
    );
    for await (const page of items) for (const row of page) yield* inspectItem(row);
    yield* await database.read(async (handle) => {
      const sinceMs = await oldestRequest(handle);
      const what = 'mails that are to be made';
      return Array.fromAsync(findIdle(handle, { kind: 'prepare-mails', what, sinceMs, nowMs }));
    });
  },
});

function readPage(handle: ReadHandle, after: string): Promise<MailRequestTable[]> {
  return handle.all(
    handle.builder
      .selectFrom('mail_request')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize),
  );
}

function readItems(handle: ReadHandle, after: string): Promise<MailDigestItemTable[]> {
  return handle.all(
    handle.builder
      .selectFrom('mail_digest_item')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize),
  );
}

async function oldestRequest(handle: ReadHandle): Promise<number | null> {
  const [row] = await handle.all(
    handle.builder.selectFrom('mail_request').select((e) => e.fn.min('created_at').as('oldest')),
  );
  return row?.oldest ?? null;
}

function* inspectRequest({ id, kind, details }: MailRequestTable): Generator<Finding> {
  const place = { severity: 'error', table: 'mail_request', id } as const;
  if (!kinds.has(kind)) yield { ...place, text: `is of the unknown kind ${kind}` };
  if (!isJson(details)) yield { ...place, text: 'has details that are not JSON' };
}

function* inspectItem({ id, details }: MailDigestItemTable): Generator<Finding> {
  if (isJson(details)) return;
  yield { severity: 'error', table: 'mail_digest_item', id, text: 'has details that are not JSON' };
}
