import type { Selectable } from 'kysely';
import { parseJson } from '../../base/json.ts';
import type { AuditEntryTable } from '../../storage/tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

type Entry = Selectable<AuditEntryTable>;

/** Every entry of the audit has its event and its time, and can be shown. */
export const auditEntries = defineCheck({
  name: 'audit-entries',
  async *run({ database }) {
    const pages = pagesOf<Entry>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .selectAll()
          .where('id', '>', after?.id ?? 0)
          .orderBy('id')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function* inspect(row: Entry): Generator<Finding> {
  const place = { severity: 'error', table: 'audit_entry', id: String(row.id) } as const;
  if (row.event_id === '') yield { ...place, text: 'does not name its event' };
  if (!isInstant(row.event_date)) yield { ...place, text: `has the event date ${row.event_date}` };
  if (!isInstant(row.log_date)) yield { ...place, text: `has the log date ${row.log_date}` };
  if (!isJsonObject(row.extended)) yield { ...place, text: 'has values that are no JSON object' };
}

function isInstant(value: number): boolean {
  return Number.isSafeInteger(value) && !Number.isNaN(new Date(value).getTime());
}

function isJsonObject(text: string): boolean {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
