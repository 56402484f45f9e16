import type { AuditEntry } from '../model/audit-entry.ts';
import { type PageFacts, writePage } from './documents-entity.ts';
import { writeTimestamp } from './timestamp.ts';

/** All members are always there; `extended` is an object even when there is nothing to say. */
export function writeLogEntry(entry: AuditEntry, repository: string): object {
  return {
    'entity-type': 'logEntry',
    id: entry.id,
    category: entry.category,
    principalName: entry.principalName,
    comment: entry.comment,
    docLifeCycle: entry.lifecycleState,
    docPath: entry.documentPath,
    docType: entry.documentType,
    docUUID: entry.documentId,
    eventId: entry.eventId,
    repositoryId: repository,
    eventDate: writeTimestamp(entry.eventMs),
    logDate: writeTimestamp(entry.loggedMs),
    extended: entry.extended,
  };
}

/** The paging block of these lists has no `totalSize`. */
export function writeLogEntries(
  page: PageFacts,
  entries: readonly AuditEntry[],
  repository: string,
): object {
  const written = entries.map((entry) => writeLogEntry(entry, repository));
  const whole = Object.entries(writePage('logEntries', page, written));
  return Object.fromEntries(whole.filter(([name]) => name !== 'totalSize'));
}

/** In the order in which they stand in a table. */
const logEntryColumns = [
  'id',
  'category',
  'principalName',
  'comment',
  'docLifeCycle',
  'docPath',
  'docType',
  'docUUID',
  'eventId',
  'repositoryId',
  'eventDate',
  'logDate',
] as const;

/** As RFC 4180 has it: a line of names, then one for each entry. No columns asks for all. */
export function writeLogEntriesCsv(
  entries: readonly AuditEntry[],
  { repository, columns }: { repository: string; columns: readonly string[] },
): string {
  const shown = logEntryColumns.filter((name) => columns.length === 0 || columns.includes(name));
  const lines = entries.map((entry) => {
    const values = new Map(Object.entries(writeLogEntry(entry, repository)));
    return shown.map((name) => csvCell(values.get(name)));
  });
  return [[...shown], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
