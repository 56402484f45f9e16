import type { AuditEntry } from '../model/audit-entry.ts';
import type { Document } from '../model/document.ts';
import type { BlobValue, Properties } from '../model/value.ts';
import type { VersionIncrement } from '../model/version-numbers.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import { noAclId } from '../repository/documents/principal-documents.ts';
import type { ComputedAggregate } from '../repository/search/aggregates.ts';
import type { HighlightRequest } from '../repository/search/highlight-documents.ts';

/**
 * The values of an execution: inputs, outputs, context variables. Data of a request is Maps and
 * arrays, never plain objects, so that it cannot be mistaken for objects of the program.
 */
export type Value =
  | null
  | string
  | number
  | bigint
  | boolean
  | Instant
  | WorkingDocument
  | UnloadedDocument
  | UnloadedDocuments
  | DocumentList
  | RecordSet
  | LogEntryList
  | OperationBlob
  | BlobList
  | readonly Value[]
  | ValueMap;

export type ValueMap = ReadonlyMap<string, Value>;

/**
 * The pairs of a `properties` parameter: the value of a text pair is text still to be decoded by
 * the property's type; JSON values are as `parseJson` returns them.
 */
export type PropertyMap = ReadonlyMap<string, unknown>;

/** A stored document, with changes that no operation has saved yet merged into its properties. */
export interface WorkingDocument extends Document {
  readonly unsaved?: Properties;
  /** Facets that the next save adds (true) or removes (false). */
  readonly unsavedFacets?: ReadonlyMap<string, boolean>;
  /** The change token that its sender last saw: a save is refused after a later change. */
  readonly lastSeenToken?: string;
  /** The next save makes a version. */
  readonly nextVersion?: VersionIncrement;
}

/** A point in time, epoch milliseconds. */
export class Instant {
  readonly epochMs: number;
  constructor(epochMs: number) {
    this.epochMs = epochMs;
  }
}

/** A document that a request named; loaded, with the caller's rights, when an operation needs it. */
export class UnloadedDocument {
  readonly reference: DocumentReference;
  constructor(reference: DocumentReference) {
    this.reference = reference;
  }
}

export class UnloadedDocuments {
  readonly references: readonly DocumentReference[];
  constructor(references: readonly DocumentReference[]) {
    this.references = references;
  }
}

/** The position of a page in a longer list. */
export interface ListPage {
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly offset: number;
  readonly isSortable?: boolean;
  readonly aggregates?: readonly ComputedAggregate[];
  readonly quickFilters?: readonly { readonly name: string; readonly isActive: boolean }[];
  readonly highlight?: HighlightRequest;
}

/** Reads another page of the same size of a query or page provider. */
type PageReader = (offset: number) => Promise<DocumentList>;

export class DocumentList {
  readonly items: readonly WorkingDocument[];
  readonly page: ListPage | null;
  /** Only for a list from a query or page provider of this execution. */
  readonly readPage: PageReader | undefined;

  constructor(
    items: readonly WorkingDocument[],
    page: ListPage | null = null,
    readPage?: PageReader,
  ) {
    this.items = items;
    this.page = page;
    this.readPage = readPage;
  }
}

/** The rows of a query: for each, column → value. */
export class RecordSet {
  readonly rows: readonly ValueMap[];
  readonly page: ListPage;
  constructor(rows: readonly ValueMap[], page: ListPage) {
    this.rows = rows;
    this.page = page;
  }
}

/** A page of the audit. */
export class LogEntryList {
  readonly entries: readonly AuditEntry[];
  readonly page: ListPage;
  constructor(entries: readonly AuditEntry[], page: ListPage) {
    this.entries = entries;
    this.page = page;
  }
}

/** The place of content in a document, for the audit. */
export interface BlobPlace {
  readonly document: Document;
  readonly xpath: string;
}

/** Content with a name: stored, or small and still in memory. */
export class OperationBlob {
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly encoding: string | null;
  readonly sizeBytes: number;
  readonly content: BlobValue | Uint8Array;
  /** Undefined for content that was generated or sent. */
  readonly place: BlobPlace | undefined;

  private constructor(
    naming: Pick<OperationBlob, 'name' | 'mimeType' | 'encoding'>,
    content: BlobValue | Uint8Array,
    place?: BlobPlace,
  ) {
    this.name = naming.name;
    this.mimeType = naming.mimeType;
    this.encoding = naming.encoding;
    this.content = content;
    this.sizeBytes = content.length;
    this.place = place;
  }

  static stored(blob: BlobValue, place?: BlobPlace): OperationBlob {
    return new OperationBlob(blob, blob, place);
  }

  static ofText(text: string, { name, mimeType }: { name: string | null; mimeType: string }) {
    return new OperationBlob({ name, mimeType, encoding: 'UTF-8' }, Buffer.from(text));
  }

  static empty(name: string): OperationBlob {
    const naming = { name, mimeType: 'application/octet-stream', encoding: null };
    return OperationBlob.inMemory(new Uint8Array(), naming);
  }

  static inMemory(
    content: Uint8Array,
    naming: Pick<OperationBlob, 'name' | 'mimeType' | 'encoding'>,
  ): OperationBlob {
    return new OperationBlob(naming, content);
  }

  /** The same content under another name. */
  renamed(name: string | null): OperationBlob {
    const naming = { name, mimeType: this.mimeType, encoding: this.encoding };
    const { content, place } = this;
    const renamed = content instanceof Uint8Array ? content : { ...content, name };
    return new OperationBlob(naming, renamed, place);
  }

  /** The same content, read from that place. */
  from(place: BlobPlace): OperationBlob {
    return new OperationBlob(this, this.content, place);
  }
}

export class BlobList {
  readonly items: readonly OperationBlob[];
  constructor(items: readonly OperationBlob[]) {
    this.items = items;
  }
}

/** Documents are the only plain objects among the values. */
export function isDocument(value: Value): value is WorkingDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    'shape' in value
  );
}

/** Whether the document has a row and can be read again, unlike a user in the form of one. */
export function isInStore({ aclId }: WorkingDocument): boolean {
  return aclId !== noAclId;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export type ValueKind =
  | 'void'
  | 'document'
  | 'documents'
  | 'blob'
  | 'bloblist'
  | 'string'
  | 'boolean'
  | 'number'
  | 'date'
  | 'list'
  | 'map'
  | 'recordset'
  | 'paginable';

export function kindOf(value: Value): ValueKind {
  if (value === null) return 'void';
  if (typeof value === 'string' || typeof value === 'boolean') {
    return typeof value as 'string' | 'boolean';
  }
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (value instanceof OperationBlob) return 'blob';
  if (value instanceof BlobList) return 'bloblist';
  if (value instanceof DocumentList || value instanceof UnloadedDocuments) return 'documents';
  if (value instanceof Instant) return 'date';
  if (value instanceof RecordSet) return 'recordset';
  if (value instanceof LogEntryList) return 'paginable';
  if (value instanceof Map) return value.get('entity-type') === 'document' ? 'document' : 'map';
  return isList(value) ? 'list' : 'document';
}

/** Parsed JSON as a value. */
export function fromJson(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (typeof json !== 'object') return json as string | number | bigint | boolean;
  if (Array.isArray(json)) return json.map(fromJson);
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}

/** Data as JSON; other values (documents, blobs) by id or name. */
export function toJson(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(toJson);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]));
  }
  if (value instanceof Instant) return new Date(value.epochMs).toISOString();
  if (value instanceof DocumentList) return value.items.map(({ id }) => id);
  if (value instanceof RecordSet) return value.rows.map(toJson);
  if (value instanceof LogEntryList) return value.entries.map(({ id }) => id);
  if (value instanceof OperationBlob) return value.name;
  if (value instanceof BlobList) return value.items.map(({ name }) => name);
  if (value instanceof UnloadedDocument) return nameOf(value.reference);
  if (value instanceof UnloadedDocuments) return value.references.map(nameOf);
  return (value as WorkingDocument).id;
}

function nameOf(reference: DocumentReference): string {
  return 'id' in reference ? reference.id : reference.path;
}
