import type { DocumentId } from '../../base/ids.ts';
import { parseJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import { auditCategories } from '../../model/audit-categories.ts';
import type { Document } from '../../model/document.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import {
  type AuditAuthor,
  type AuditEvent,
  type AuditedDocument,
  insertEntry,
  newAuditEntry,
} from './audit-log.ts';

const documentCategory = auditCategories.documents;

const categories: Readonly<Record<string, string>> = {
  lifecycle_transition_event: auditCategories.lifeCycle,
  rootRegistered: auditCategories.drive,
  rootUnregistered: auditCategories.drive,
};

/** Events of documents that are not recorded by default. */
const unrecorded = [
  'commentAdded',
  'commentRemoved',
  'commentUpdated',
  'pictureViewsGenerationDone',
] as const;
const unrecordedIds: ReadonlySet<string> = new Set(unrecorded);

/** The events of documents. */
export type DocumentEventId =
  | (typeof unrecorded)[number]
  | 'ACEStatusUpdated'
  | 'addedToCollection'
  | 'documentCheckedIn'
  | 'documentCreated'
  | 'documentCreatedByCopy'
  | 'documentDuplicated'
  | 'documentLocked'
  | 'documentModified'
  | 'documentMoved'
  | 'documentProxyPublished'
  | 'documentPublicationApproved'
  | 'documentPublicationRejected'
  | 'documentPublished'
  | 'documentRemoved'
  | 'documentRestored'
  | 'documentSecurityUpdated'
  | 'documentTrashed'
  | 'documentUnlocked'
  | 'documentUntrashed'
  | 'documentWaitingPublication'
  | 'download'
  | 'lifecycle_transition_event'
  | 'proxyRemoved'
  | 'removedFromCollection'
  | 'rootRegistered'
  | 'rootUnregistered'
  | 'sectionContentPublished'
  | 'versionRemoved';

export interface DocumentEvent {
  readonly eventId: DocumentEventId;
  /** The document after the event. */
  readonly document: AuditedDocument & Pick<Document, 'shape'>;
  readonly comment?: string | null | undefined;
  readonly extended?: object;
}

/**
 * Records an event of a document in the unit in which it happens. Internal documents of the server
 * are left out unless their type says otherwise.
 */
export function recordDocumentEvent(unit: WriteUnit, event: DocumentEvent): void {
  if (unrecordedIds.has(event.eventId) || !isRecorded(event.document)) return;
  const options = { isRepeatable: isPlainChange(event) };
  recordEvent(unit.handle, unit, completeEvent(event), options);
}

/** Several such changes in one unit are one change for other users. */
function isPlainChange({ eventId, comment, extended }: DocumentEvent): boolean {
  return eventId === 'documentModified' && !comment && extended === undefined;
}

/** Eleven parameters each; below the limits of both engines. */
const entriesPerInsert = 500;

/** The same event of many documents, with few statements. */
export async function recordDocumentEvents(
  unit: WriteUnit,
  {
    eventId,
    documents,
    comment,
    extendedOf = () => undefined,
  }: Pick<DocumentEvent, 'eventId' | 'comment'> & {
    readonly documents: readonly DocumentEvent['document'][];
    readonly extendedOf?: (document: DocumentEvent['document']) => object | undefined;
  },
): Promise<void> {
  if (!unit.isAudited || unrecordedIds.has(eventId)) return;
  const eventOf = (document: DocumentEvent['document']): DocumentEvent => {
    const extended = extendedOf(document);
    return { eventId, document, comment, ...(extended && { extended }) };
  };
  const entries = documents
    .filter(isRecorded)
    .map((document) => completeEvent(eventOf(document)))
    .map((event) => newAuditEntry(unit, event));
  for (const some of slicesOf(entries, entriesPerInsert)) {
    await unit.handle.run(unit.handle.builder.insertInto('audit_entry').values(some));
  }
}

function isRecorded({ shape }: DocumentEvent['document']): boolean {
  return !shape.facets.includes('SystemDocument') || shape.facets.includes('ForceAudit');
}

function completeEvent({ eventId, document, comment = null, extended }: DocumentEvent): AuditEvent {
  const category = categories[eventId] ?? documentCategory;
  return { eventId, category, comment, document, ...(extended && { extended }) };
}

export type AuditedRow = Pick<
  DocumentRow,
  'id' | 'primary_type' | 'path' | 'lifecycle_state' | 'instance_facets'
>;

/** For rows whose content is not needed otherwise. */
export function auditedRow(unit: UnitContext, row: AuditedRow): DocumentEvent['document'] {
  const facets = row.instance_facets === null ? [] : (parseJson(row.instance_facets) as string[]);
  return {
    id: row.id as DocumentId,
    type: row.primary_type,
    path: row.path,
    state: row.lifecycle_state,
    shape: unit.model.shapeOf(row.primary_type, facets),
  };
}

/** The steps of workflows and tasks. */
export type RoutingEventId =
  | 'afterWorkflowFinish'
  | 'afterWorkflowStarted'
  | 'afterWorkflowTaskCreated'
  | 'afterWorkflowTaskDelegated'
  | 'afterWorkflowTaskEnded'
  | 'afterWorkflowTaskReassigned'
  | 'beforeWorkflowCanceled'
  | 'workflowCanceled'
  | 'workflowEscalated'
  | 'workflowTaskAssigned'
  | 'workflowTaskCompleted'
  | 'workflowTaskDelegated'
  | 'workflowTaskReassigned'
  | 'workflowTaskRejected'
  | 'workflowVariablesIgnored';

/** A step of a workflow, as the audit of one document has it. */
export interface RoutingEntry {
  readonly eventId: RoutingEventId;
  readonly comment: string | null;
  readonly extended: object;
  readonly document: AuditedDocument;
}

/** Records steps of workflows, with few statements. */
export async function recordRoutingEvents(
  unit: WriteUnit,
  events: readonly RoutingEntry[],
): Promise<void> {
  if (!unit.isAudited) return;
  const entries = events.map((event) =>
    newAuditEntry(unit, { ...event, category: routingCategory(event) }),
  );
  for (const some of slicesOf(entries, entriesPerInsert)) {
    await unit.handle.run(unit.handle.builder.insertInto('audit_entry').values(some));
  }
}

/** Events that notifications are about have another one than steps. */
function routingCategory({ eventId }: RoutingEntry): string {
  return eventId.startsWith('workflowTask') ? auditCategories.tasks : auditCategories.routing;
}

type PrincipalEventId = `${'user' | 'group'}_${'created' | 'modified' | 'deleted'}`;

/** Records a change of a user or group; without an author nothing, as when a store is set up. */
export function recordPrincipalEvent(
  handle: WriteHandle,
  author: AuditAuthor | undefined,
  { eventId, id }: { eventId: PrincipalEventId; id: string },
): void {
  if (!author) return;
  const event = { eventId, category: auditCategories.principals, comment: null, extended: { id } };
  recordEvent(handle, author, event);
}

interface RegistrationEvent {
  readonly eventId: 'registrationSubmitted' | 'registrationAccepted' | 'registrationValidated';
  /** The name of the invited user. */
  readonly id: string;
}

/** Records a step of the invitation of a user. */
export function recordRegistrationEvent(
  author: AuditAuthor & { readonly handle: WriteHandle },
  { eventId, id }: RegistrationEvent,
): void {
  const event = { eventId, category: auditCategories.principals, comment: null, extended: { id } };
  recordEvent(author.handle, author, event);
}

type ManagementEventId =
  | 'failedJobsRetried'
  | 'jobDiscarded'
  | 'jobKindStarted'
  | 'jobKindStopped'
  | 'jobRetried'
  | 'migrationEnded'
  | 'migrationFailed'
  | 'migrationProbed'
  | 'migrationStarted'
  | 'readAclsRepaired'
  | 'registrationChanged'
  | 'schedulerStarted'
  | 'schedulerStopped';

interface ManagementEvent {
  readonly eventId: ManagementEventId;
  readonly comment?: string;
  readonly extended?: object;
}

/** Records what an administrator does with the server itself, and what comes of it. */
export function recordManagementEvent(
  unit: WriteUnit,
  { eventId, comment, extended }: ManagementEvent,
): void {
  const event = { eventId, category: auditCategories.management, comment: comment ?? null };
  recordEvent(unit.handle, unit, { ...event, ...(extended && { extended }) });
}

export interface DownloadEvent {
  /** Unknown when an operation returns a file. */
  readonly document?: Document;
  readonly blobXPath?: string;
  readonly blobFilename: string | null;
  /** The purpose that the client gives. */
  readonly clientReason?: string;
  /** What was made of the document, by its name. */
  readonly rendition?: string;
}

export function recordDownload(
  handle: WriteHandle,
  author: AuditAuthor,
  event: DownloadEvent,
): void {
  const { document, blobFilename, ...more } = event;
  const extended = { ...more, blobFilename, downloadReason: 'download' };
  const told = { eventId: 'download', comment: blobFilename, extended } as const;
  if (document && !isRecorded(document)) return;
  const complete = document
    ? completeEvent({ ...told, document })
    : { ...told, category: documentCategory };
  recordEvent(handle, author, complete);
}

export interface SignInEvent {
  readonly eventId: 'loginSuccess' | 'loginFailed' | 'logout';
  readonly username: string;
  readonly nowMs: number;
  readonly comment?: string;
}

export function recordSignIn(
  handle: WriteHandle,
  { eventId, username, nowMs, comment }: SignInEvent,
): void {
  const author = { principal: { username }, nowMs, isAudited: true };
  const event = { eventId, category: auditCategories.authentication, comment: comment ?? null };
  recordEvent(handle, author, event);
}

interface TokenEvent {
  readonly eventId: 'tokenCreated' | 'tokenRevoked';
  /** Whose token it is. */
  readonly username: string;
  /** The application or client. */
  readonly comment: string;
}

/** Records that a token was given out or withdrawn; never the token. */
export function recordTokenEvent(
  author: AuditAuthor & { readonly handle: WriteHandle },
  { eventId, username, comment }: TokenEvent,
): void {
  const category = auditCategories.authentication;
  recordEvent(author.handle, author, { eventId, category, comment, extended: { id: username } });
}

interface SecondFactorEvent {
  readonly eventId: 'secondFactorEnabled' | 'secondFactorRemoved';
  /** Whose second factor it is. */
  readonly username: string;
}

export function recordSecondFactorEvent(
  author: AuditAuthor & { readonly handle: WriteHandle },
  { eventId, username }: SecondFactorEvent,
): void {
  const category = auditCategories.authentication;
  const event = { eventId, category, comment: null, extended: { id: username } };
  recordEvent(author.handle, author, event);
}

/** Makes the keys of postponed entries unique: only a repeated change replaces another. */
let entryCount = 0;

/** The entry is written with the next statement of its unit, or at its end. */
function recordEvent(
  handle: WriteHandle,
  author: AuditAuthor,
  event: AuditEvent,
  { isRepeatable = false }: { readonly isRepeatable?: boolean } = {},
): void {
  if (!author.isAudited) return;
  entryCount += 1;
  const entry = newAuditEntry(author, event);
  const key = isRepeatable ? `audit change of ${entry.document_id}` : `audit entry ${entryCount}`;
  handle.postpone(key, insertEntry, entry);
}
