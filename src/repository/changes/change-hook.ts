import type { DocumentShape } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import type { DocumentEvent } from '../audit/audit-events.ts';
import type { MailValues } from '../mail/mail-requests.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

/** Content that a caller sends, before it is stored. */
export interface AuthoredContent {
  readonly shape: DocumentShape;
  /** The properties that the caller changes. */
  readonly given: Properties;
  /** All properties as they will be stored. */
  readonly properties: Properties;
  /** The stored properties; null for a new document. */
  readonly before: Properties | null;
}

/** A row that was inserted. Of a proxy, `document` has the proxy's own properties only. */
export interface InsertedDocument {
  readonly document: Document;
  readonly isProxy: boolean;
}

/** Two states of one document. Of a proxy, both have the proxy's own properties only. */
export interface SavedDocument {
  readonly before: Document;
  readonly after: Document;
}

/** One event of one or many documents, each as it is afterwards. */
export interface DocumentEvents extends Pick<DocumentEvent, 'eventId' | 'comment' | 'extended'> {
  readonly documents: readonly DocumentEvent['document'][];
  /** What mails about the event say beside its comment; `none` for events without mail. */
  readonly mail?: EventMail | 'none' | undefined;
}

interface EventMail {
  readonly values?: MailValues;
  /** For notifications that are not subscribed to: `user:<name>`, `group:<name>` or an address. */
  readonly recipients?: readonly string[];
  /** The name of the texts for these recipients, instead of that of the notification. */
  readonly template?: string;
}

/**
 * A consequence of changes of documents, in the unit that changes them: an error here rolls the
 * change back. Removal needs no row hooks: rows of a document are removed by their foreign keys.
 */
export interface ChangeHook {
  /** Refuses content that a caller sends. */
  readonly before?: (unit: ReadUnit, content: AuthoredContent) => void | Promise<void>;
  /** After rows were inserted. One call may have many: run few statements for all of them. */
  readonly inserted?: (unit: WriteUnit, inserted: readonly InsertedDocument[]) => Promise<void>;
  /** After the content of a document was replaced. */
  readonly saved?: (unit: WriteUnit, saved: SavedDocument) => Promise<void>;
  /** After a change of any kind that the audit records. */
  readonly announced?: (unit: WriteUnit, events: DocumentEvents) => void | Promise<void>;
}
