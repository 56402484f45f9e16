import type { Document } from '../../model/document.ts';
import type { NotificationDefinition } from '../../model/notification.ts';
import {
  type Ancestors,
  findAncestors,
  findDocumentsById,
} from '../../repository/documents/find-many.ts';
import {
  dropRequests,
  type PendingEvent,
  type PendingMail,
} from '../../repository/mail/pending-requests.ts';
import {
  namedRecipients,
  subscribedDocuments,
  subscribersOf,
} from '../../repository/notifications/subscribers.ts';
import { createSystemUnit, withoutLargeValues } from '../../repository/unit/unit.ts';
import { type MailDraft, type MailWork, makeMails, titleOf } from './make-mails.ts';

/** Something that happened to a document, with what is known of it now. */
interface KnownEvent {
  readonly event: PendingEvent;
  readonly document: Document;
  /** The document and its ancestors that have subscribers, topmost first. */
  readonly places: readonly Document[];
}

/** Events of documents that are gone, of versions and without recipients are ended at once. */
export async function findWantedEvents(
  { database, repository }: MailWork,
  events: readonly PendingEvent[],
): Promise<readonly KnownEvent[]> {
  const known = await database.read(async (handle) => {
    const unit = withoutLargeValues(createSystemUnit(handle, repository));
    const ids = events.map(({ details }) => details.documentId);
    const documents = (await findDocumentsById(unit, [...new Set(ids)])).filter(
      ({ isVersion }) => !isVersion,
    );
    const ancestors = await findAncestors(unit, documents);
    const byId = new Map(documents.map((document) => [document.id as string, document]));
    const chainOf = (document: Document) => chain(ancestors, document);
    const allIds = documents.flatMap((document) => chainOf(document).map(({ id }) => id));
    const subscribed = await subscribedDocuments(handle, allIds);
    return events.flatMap((event): KnownEvent[] => {
      const document = byId.get(event.details.documentId);
      if (!document) return [];
      const places = chainOf(document).filter(({ id }) => subscribed.has(id));
      const isWanted = places.length > 0 || (event.details.recipients ?? []).length > 0;
      return isWanted ? [{ event, document, places }] : [];
    });
  });
  const wanted = new Set(known.map(({ event }) => event.id));
  const others = events.map(({ id }) => id).filter((id) => !wanted.has(id));
  if (others.length > 0) await database.write((handle) => dropRequests(handle, others));
  return known;
}

function chain(ancestors: Ancestors, document: Document): readonly Document[] {
  return [...ancestors.readableOf(document), document];
}

/**
 * Makes the mails of one event, slice by slice; `between` runs after each. A user who is subscribed
 * several times gets one.
 */
export async function serveEvent(
  work: MailWork,
  { event, document, places }: KnownEvent,
  between: () => Promise<void>,
): Promise<void> {
  const { repository, database } = work;
  const { details } = event;
  for (const notification of repository.notifications.ofEvent(details.eventId)) {
    const draft = eventDraft(work, { event, document }, notification);
    if (notification.isAutoSubscribed) {
      for await (const slice of namedRecipients(database, details.recipients ?? [])) {
        if (!(await makeOfPresent(work, { ...draft, isCollected: false }, slice))) return;
        await between();
      }
      continue;
    }
    for (const source of places) {
      const place = { documentId: source.id, name: notification.name };
      for await (const slice of subscribersOf(database, place)) {
        if (!(await makeOfPresent(work, { ...draft, source }, slice))) return;
        await between();
      }
    }
  }
}

/** Rights may change while there are many recipients: the document is read again. */
async function makeOfPresent(
  work: MailWork,
  draft: MailDraft & { readonly document: Document },
  slice: Parameters<typeof makeMails>[2],
): Promise<boolean> {
  work.signal.throwIfAborted();
  const { document, source } = draft;
  const ids = [document.id, ...(source ? [source.id] : [])];
  const [present, ...others] = await work.database.read((handle) =>
    findDocumentsById(withoutLargeValues(createSystemUnit(handle, work.repository)), ids),
  );
  if (present?.id !== document.id) return false;
  const presentSource = source?.id === present.id ? present : others[0];
  await makeMails(work, { ...draft, document: present, source: source && presentSource }, slice);
  return true;
}

function eventDraft(
  { mail, repository }: MailWork,
  { event, document }: Pick<KnownEvent, 'event' | 'document'>,
  notification: NotificationDefinition,
): MailDraft & { readonly document: Document } {
  const { details, id, createdAtMs } = event;
  return {
    requestId: id,
    createdAtMs,
    document,
    isCollected: true,
    content: {
      template: templateFor(repository.mailRules.templates, notification, details.template),
      notification: notification.name,
      values: {
        eventId: details.eventId,
        ...documentValues(mail, document),
        ...details.values,
      },
    },
  };
}

/** One that an event asks for and that is not configured any more is left aside. */
function templateFor(
  known: ReadonlySet<string>,
  notification: NotificationDefinition,
  asked: string | undefined,
): string {
  const isChosen = notification.isAutoSubscribed && asked !== undefined && known.has(asked);
  return isChosen ? asked : notification.template;
}

function documentValues(
  { baseUrl, documentPath }: MailWork['mail'],
  document: Document,
): Record<string, string> {
  return {
    docTitle: titleOf(document).slice(0, 500),
    docPath: document.path ?? '',
    urlDocument: baseUrl + documentPath.replace('{id}', document.id),
  };
}

/** Makes the mails of a request that names its recipients. */
export async function serveMail(work: MailWork, request: PendingMail): Promise<void> {
  const { details } = request;
  const document = await findNamed(work, details.document?.id);
  if (details.isForReaders && !document) return;
  const values = { ...(document && documentValues(work.mail, document)), ...details.values };
  const draft: MailDraft = {
    requestId: request.id,
    createdAtMs: request.createdAtMs,
    isCollected: false,
    content: {
      template: details.template,
      notification: null,
      values,
      externalTokenId: details.externalTokenId,
    },
    document: details.isForReaders ? document : undefined,
  };
  for await (const slice of namedRecipients(work.database, details.to)) {
    work.signal.throwIfAborted();
    await makeMails(work, draft, slice);
  }
}

async function findNamed(
  { database, repository }: MailWork,
  id: string | undefined,
): Promise<Document | undefined> {
  if (id === undefined) return undefined;
  const [document] = await database.read((handle) =>
    findDocumentsById(withoutLargeValues(createSystemUnit(handle, repository)), [id]),
  );
  return document;
}
