import { csvLine, csvLineEnd } from '../base/csv-line.ts';
import type { AuditEntry } from '../model/audit-entry.ts';
import { type PageFacts, pageOf, writePage } from './documents-entity.ts';
import {
  anything,
  entityOf,
  instant,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

export const logEntrySchema = entityOf('logEntry', {
  id: integer,
  category: nullable(text),
  principalName: nullable(text),
  comment: nullable(text),
  docLifeCycle: nullable(text),
  docPath: nullable(text),
  docType: nullable(text),
  docUUID: nullable(text),
  eventId: text,
  repositoryId: text,
  eventDate: instant,
  logDate: instant,
  extended: mapOf(anything),
});

export const logEntriesSchema = pageOf('logEntries', logEntrySchema);

type LogEntry = JsonOf<typeof logEntrySchema>;

/** All members are always there; `extended` is an object even when it is empty. */
export function writeLogEntry(entry: AuditEntry, repository: string): LogEntry {
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

export function writeLogEntries(
  page: PageFacts,
  entries: readonly AuditEntry[],
  repository: string,
): JsonOf<typeof logEntriesSchema> {
  return writePage(
    'logEntries',
    page,
    entries.map((entry) => writeLogEntry(entry, repository)),
  );
}

/** In the order of a table. */
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
] as const satisfies readonly (keyof LogEntry)[];

/** By RFC 4180: a line of names, then one for each entry. No columns means all. */
export function writeLogEntriesCsv(
  entries: readonly AuditEntry[],
  { repository, columns }: { repository: string; columns: readonly string[] },
): string {
  const shown = logEntryColumns.filter((name) => columns.length === 0 || columns.includes(name));
  const lines = entries.map((entry) => {
    const values = writeLogEntry(entry, repository);
    return shown.map((name) => String(values[name] ?? ''));
  });
  return [[...shown], ...lines].map((cells) => csvLine(cells) + csvLineEnd).join('');
}
