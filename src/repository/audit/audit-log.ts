import { present } from '../../base/assert.ts';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { stringifyJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { isSystemCategory } from '../../model/audit-categories.ts';
import type { Document } from '../../model/document.ts';
import { isStorableText } from '../../model/value.ts';
import { defineRowInsertion } from '../../storage/row-insertion.ts';
import { defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import type { AuditEntryTable } from '../../storage/tables.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { checkComment } from './comment-text.ts';

/** An entry without its number. */
type NewAuditEntry = Omit<AuditEntryTable, 'id'>;

/** RETURNING would make it cost SQLite ten times as much, see `SqliteWriter`. */
export const insertEntry = defineStatement<NewAuditEntry, unknown>(insertion, {
  ofRows: defineRowInsertion<keyof NewAuditEntry>({
    table: 'audit_entry',
    columns: {
      event_id: 'text',
      category: 'text',
      principal_name: 'text',
      event_date: 'bigint',
      log_date: 'bigint',
      comment: 'text',
      document_id: 'text',
      document_type: 'text',
      document_path: 'text',
      lifecycle_state: 'text',
      extended: 'text',
    },
  }),
});

const insertNumberedEntry = defineStatement<NewAuditEntry, { id: number }>((b, p) =>
  insertion(b, p).returning('id'),
);

function insertion(builder: SqlBuilder, p: NewAuditEntry) {
  return builder.insertInto('audit_entry').values({
    event_id: p.event_id,
    category: p.category,
    principal_name: p.principal_name,
    event_date: p.event_date,
    log_date: p.log_date,
    comment: p.comment,
    document_id: p.document_id,
    document_type: p.document_type,
    document_path: p.document_path,
    lifecycle_state: p.lifecycle_state,
    extended: p.extended,
  });
}

/** The part of a document that an entry records. */
export type AuditedDocument = Pick<Document, 'id' | 'type' | 'path' | 'state'>;

/** The author and the time, and whether the event is recorded at all. */
export type AuditAuthor = Pick<UnitContext, 'nowMs' | 'actingFor' | 'isAudited'> & {
  readonly principal: { readonly username: string };
};

/** The event. The author and the time are those of the unit. */
export interface AuditEvent {
  readonly eventId: string;
  readonly category: string | null;
  readonly comment: string | null;
  /** In the state that the entry is to record. */
  readonly document?: AuditedDocument;
  /** Values of the event, such as the reason of a download. */
  readonly extended?: object;
}

/**
 * Writes one entry of the audit in the caller's unit, so that it exists if and only if the event
 * was committed. Returns its number. For entries that callers request; the repository records its
 * own events by audit-events.ts.
 *
 * @throws AppError request.invalid for names that are empty or too long, a comment that is too long
 *   and text that cannot be stored, permission.denied for a category of the server's own entries,
 *   unless the caller is an administrator
 */
export async function recordAuditEntry(unit: WriteUnit, event: AuditEvent): Promise<number> {
  checkCategory(unit, event.category);
  checkComment('comment', event.comment);
  const row = await unit.handle.fetchFirst(insertNumberedEntry, newAuditEntry(unit, event));
  return present(row, 'an insert returns its row').id;
}

/** Otherwise users who may read a document could forge its history. */
function checkCategory({ principal }: UnitContext, category: string | null): void {
  if (category === null || principal.isAdministrator || !isSystemCategory(category)) return;
  throw new AppError(
    'permission.denied',
    `category: ${category.slice(0, limits.auditNameLengthMax)} is for the entries of the server itself; choose a category of your own, such as Automation`,
  );
}

/** @throws AppError request.invalid for names that are empty or too long and text that cannot be stored */
export function newAuditEntry(
  author: AuditAuthor,
  { eventId, category, comment, document, extended = {} }: AuditEvent,
): NewAuditEntry {
  checkName('event', eventId);
  if (eventId === '') throw new AppError('request.invalid', 'event: is empty, name the event');
  checkName('category', category);
  checkText('comment', comment);
  return {
    event_id: eventId,
    category,
    principal_name: author.actingFor ?? author.principal.username,
    event_date: author.nowMs,
    log_date: now(),
    comment,
    document_id: document?.id ?? null,
    document_type: document?.type ?? null,
    document_path: document?.path ?? null,
    lifecycle_state: document?.state ?? null,
    extended: stringifyJson(extended),
  };
}

/** Names are in indexes, whose entries have a maximum size. */
function checkName(field: string, name: string | null): void {
  checkText(field, name);
  if (name === null || name.length <= limits.auditNameLengthMax) return;
  throw new AppError(
    'request.invalid',
    `${field}: has ${name.length} characters; use at most ${limits.auditNameLengthMax}`,
  );
}

function checkText(field: string, text: string | null): void {
  if (text === null || isStorableText(text)) return;
  throw new AppError(
    'request.invalid',
    `${field}: contains NUL or an unpaired surrogate; leave it out`,
  );
}
