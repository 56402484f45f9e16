import { AppError } from '../../base/errors/app-error.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { isSelfOrBelow } from '../../model/document-path.ts';
import { findGranted } from '../access/permissions.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type LoggedEvent, readChangeWindow } from './change-log.ts';
import { type FileSystemItem, findItems } from './items.ts';
import { listRoots } from './roots.ts';

/** What a client has to do with one item. */
export interface ItemChange {
  /** As clients know it, such as `deleted` and `securityUpdated`. */
  readonly eventId: string;
  readonly documentId: string;
  readonly dateMs: number;
  /** As it is now; undefined when the client must not have it any more. */
  readonly item: FileSystemItem | undefined;
}

interface ChangeSummary {
  readonly roots: readonly Document[];
  readonly upTo: number;
  /** Undefined when the client must read its roots anew. */
  readonly changes: readonly ItemChange[] | undefined;
}

interface ClientState {
  /** Where the client's last summary ended; negative for the first. */
  readonly from: number;
  /** The roots that the client has. */
  readonly knownRoots: readonly string[];
}

/**
 * What has changed in the roots of the caller since a client's last summary, one change for each
 * item.
 *
 * @throws AppError operation.failed when the server has no audit
 */
export async function summarizeChanges(
  unit: ReadUnit,
  { from, knownRoots }: ClientState,
): Promise<ChangeSummary> {
  if (!unit.isAudited) {
    throw new AppError(
      'operation.failed',
      'Changes are found in the audit, which this server does not record: set auditEnabled',
    );
  }
  const before = await listRoots(unit);
  const { upTo, events } = await readChangeWindow(unit, before, from);
  const isQuiet = from >= 0 && events?.length === 0;
  // Read again behind the window, which may have a root that is new since.
  const roots = isQuiet ? before : await listRoots(unit);
  const isAnew = events === undefined || events.some((event) => changesPlaces(event, roots));
  if (isAnew) return { roots, upTo, changes: undefined };
  const changes = await changesOf(unit, roots, events);
  const lost = from < 0 ? [] : lostRoots(unit, { roots, knownRoots, changes });
  return { roots, upTo, changes: [...changes, ...lost] };
}

/** Paths of earlier entries are those before the move of a root; members of groups have other rights. */
function changesPlaces(event: LoggedEvent, roots: readonly Document[]): boolean {
  if (event.eventId.startsWith('group_')) return true;
  if (event.eventId !== 'documentMoved') return false;
  return roots.some((root) => isSelfOrBelow(root.path ?? '', event.path));
}

/** Roots that are gone, or that the caller can no longer see. */
function lostRoots(
  { nowMs }: ReadUnit,
  {
    roots,
    knownRoots,
    changes,
  }: Pick<ClientState, 'knownRoots'> & {
    readonly roots: readonly Document[];
    readonly changes: readonly ItemChange[];
  },
): readonly ItemChange[] {
  const present = new Set([
    ...roots.map(({ id }) => id as string),
    ...changes.map(({ documentId }) => documentId),
  ]);
  return knownRoots
    .filter((id) => !present.has(id))
    .map((documentId) => ({ eventId: 'deleted', documentId, dateMs: nowMs, item: undefined }));
}

async function changesOf(
  unit: ReadUnit,
  roots: readonly Document[],
  events: readonly LoggedEvent[],
): Promise<readonly ItemChange[]> {
  const byDocument = Map.groupBy(atRoots(events, roots), ({ documentId }) => documentId);
  const documents = await findDocumentsById(unit, [...byDocument.keys()]);
  const byId = new Map(documents.map((document) => [document.id as string, document]));
  const items = await findItems(unit, documents, roots);
  const readable = await findGranted(unit, { targets: documents, permission: 'Read' });
  return [...byDocument].flatMap(([documentId, own]): readonly ItemChange[] => {
    const item = items.get(documentId);
    const dateMs = Math.max(...own.map((event) => event.dateMs));
    if (isNoRootAnyMore(own)) return [{ eventId: 'deleted', documentId, dateMs, item: undefined }];
    if (item) return [{ eventId: shownEvent(own), documentId, dateMs, item }];
    const document = byId.get(documentId);
    const eventId = goneEvent({
      events: own,
      roots,
      document: document && { document, isReadable: readable.has(documentId) },
    });
    return eventId === undefined ? [] : [{ eventId, documentId, dateMs, item: undefined }];
  });
}

/** Clients have it as a root, also where it is now in another one. */
function isNoRootAnyMore(events: readonly LoggedEvent[]): boolean {
  return (
    events.findLast(({ eventId }) => eventId.startsWith('root'))?.eventId === 'rootUnregistered'
  );
}

/** Permissions of a folder above a root decide about the root. */
function atRoots(
  events: readonly LoggedEvent[],
  roots: readonly Document[],
): readonly LoggedEvent[] {
  return events.flatMap((event) => {
    const isRootEvent = event.eventId.startsWith('root');
    const within = roots.filter((root) => isSelfOrBelow(root.path ?? '', event.path));
    if (isRootEvent || within.length === 0) return [event];
    if (within.some((root) => root.id === event.documentId)) return [event];
    const isOfRights = securityEvents.has(event.eventId);
    return isOfRights ? within.map(({ id }) => ({ ...event, documentId: id })) : [];
  });
}

const securityEvents: ReadonlySet<string> = new Set([
  'documentSecurityUpdated',
  'ACEStatusUpdated',
]);

/** Those that make a client read a folder anew count most. */
const telling = [
  'rootRegistered',
  'documentSecurityUpdated',
  'ACEStatusUpdated',
  'documentMoved',
  'documentUntrashed',
];

function shownEvent(events: readonly LoggedEvent[]): string {
  const found = telling.find((id) => events.some(({ eventId }) => eventId === id));
  const eventId = found ?? events.at(-1)?.eventId ?? 'documentModified';
  return securityEvents.has(eventId) ? 'securityUpdated' : eventId;
}

interface GoneDocument {
  readonly events: readonly LoggedEvent[];
  readonly roots: readonly Document[];
  /** Undefined when it was removed. */
  readonly document: { readonly document: Document; readonly isReadable: boolean } | undefined;
}

/** What a client is told of a document that is no item of it; undefined for nothing. */
function goneEvent({ events, roots, document }: GoneDocument): string | undefined {
  const wasInRoot = (path: string | undefined) =>
    path !== undefined && roots.some((root) => isSelfOrBelow(path, root.path ?? ''));
  const hasLeft = events.some(({ previousPath }) => wasInRoot(previousPath));
  if (hasLeft) return 'deleted';
  if (!events.some(({ path }) => wasInRoot(path))) return undefined;
  if (!document) return 'deleted';
  if (document.isReadable) return mayHaveBeenItem(document.document) ? 'deleted' : undefined;
  // Others than changes of permissions are no matter of users without rights.
  return events.some(({ eventId }) => securityEvents.has(eventId)) ? 'securityUpdated' : undefined;
}

function mayHaveBeenItem(document: Document): boolean {
  return isFolderish(document) || document.shape.properties.has('file:content');
}
