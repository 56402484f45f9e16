import { AppError } from '../../base/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../base/errors/catalogue.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { AuditEntry } from '../../model/audit-entry.ts';
import type { BlobValue } from '../../model/value.ts';
import type { DocumentReference } from '../../repository/documents/documents.ts';
import { findDocumentsById } from '../../repository/documents/find-many.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import {
  BlobList,
  DocumentList,
  fromJson,
  Instant,
  isDocument,
  type ListPage,
  LogEntryList,
  OperationBlob,
  RecordSet,
  toJson,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type ValueMap,
} from '../values.ts';
import {
  readDocument,
  readDocuments,
  type StoredDocument,
  storedDocument,
} from './stored-document.ts';

/**
 * A result as it is stored until it is read. Documents are kept by id: they are read again, with
 * the rights that the reader has then.
 */
type Stored =
  | { readonly kind: 'document'; readonly document: StoredDocument }
  | {
      readonly kind: 'documents';
      readonly items: readonly StoredDocument[];
      readonly page: ListPage | null;
    }
  | {
      /** What the caller named, and no operation has loaded. */
      readonly kind: 'references';
      readonly references: readonly DocumentReference[];
      readonly isList: boolean;
    }
  | { readonly kind: 'records'; readonly rows: readonly unknown[]; readonly page: ListPage }
  | { readonly kind: 'log'; readonly entries: readonly AuditEntry[]; readonly page: ListPage }
  | { readonly kind: 'blobs'; readonly blobs: readonly StoredBlob[]; readonly isList: boolean }
  | { readonly kind: 'date'; readonly epochMs: number }
  | { readonly kind: 'data'; readonly json: unknown }
  | {
      readonly kind: 'error';
      readonly code: ErrorCode;
      readonly status: number;
      readonly message: string;
    };

/** Content that is still in memory is small: it is stored in the row. */
type StoredBlob = StoredContent & { readonly place?: StoredPlace };

/** For the audit of downloads. */
interface StoredPlace {
  readonly id: string;
  readonly xpath: string;
}

type StoredContent =
  | { readonly stored: BlobValue; readonly name: string | null }
  | {
      readonly base64: string;
      readonly name: string | null;
      readonly mimeType: string | null;
      readonly encoding: string | null;
    };

export function writeResult(value: Value): string {
  return stringifyJson(storedOf(value));
}

export function writeFailure({ code, status, message }: AppError): string {
  return stringifyJson({ kind: 'error', code, status, message } satisfies Stored);
}

function storedOf(value: Value): Stored {
  if (value instanceof OperationBlob) {
    return { kind: 'blobs', blobs: [storedBlob(value)], isList: false };
  }
  if (value instanceof BlobList) {
    return { kind: 'blobs', blobs: value.items.map(storedBlob), isList: true };
  }
  if (value instanceof DocumentList) {
    return { kind: 'documents', items: value.items.map(storedDocument), page: value.page };
  }
  if (value instanceof UnloadedDocument) {
    return { kind: 'references', references: [value.reference], isList: false };
  }
  if (value instanceof UnloadedDocuments) {
    return { kind: 'references', references: value.references, isList: true };
  }
  if (value instanceof RecordSet) {
    return { kind: 'records', rows: value.rows.map(toJson), page: value.page };
  }
  if (value instanceof LogEntryList) {
    return { kind: 'log', entries: value.entries, page: value.page };
  }
  if (value instanceof Instant) return { kind: 'date', epochMs: value.epochMs };
  return isDocument(value)
    ? { kind: 'document', document: storedDocument(value) }
    : { kind: 'data', json: toJson(value) };
}

function storedBlob(blob: OperationBlob): StoredBlob {
  const { place } = blob;
  const stored = storedContent(blob);
  return place ? { ...stored, place: { id: place.document.id, xpath: place.xpath } } : stored;
}

function storedContent(blob: OperationBlob): StoredContent {
  const { content, name, mimeType, encoding } = blob;
  return content instanceof Uint8Array
    ? { base64: Buffer.from(content).toString('base64'), name, mimeType, encoding }
    : { stored: content, name };
}

/** @throws AppError the error that the execution ended with; as `getDocument` */
export async function readResult(text: string, unit: ReadUnit): Promise<Value> {
  const stored = parseJson(text) as Stored;
  switch (stored.kind) {
    case 'document':
      return readDocument(unit, stored.document);
    case 'documents':
      return new DocumentList(await readDocuments(unit, stored.items), stored.page);
    case 'references':
      return unloaded(stored);
    case 'records':
      return new RecordSet(
        stored.rows.map((row) => fromJson(row) as ValueMap),
        stored.page,
      );
    case 'log':
      return new LogEntryList(stored.entries, stored.page);
    case 'blobs': {
      const blobs = await readBlobs(unit, stored.blobs);
      return stored.isList ? new BlobList(blobs) : (blobs[0] ?? null);
    }
    case 'date':
      return new Instant(stored.epochMs);
    case 'data':
      return fromJson(stored.json);
    case 'error':
      throw storedError(stored);
  }
}

function unloaded({ references, isList }: Extract<Stored, { kind: 'references' }>): Value {
  const [first] = references;
  return isList || !first ? new UnloadedDocuments(references) : new UnloadedDocument(first);
}

function storedError({ code, status, message }: Extract<Stored, { kind: 'error' }>): AppError {
  // The code may be from another version of the program.
  const known = code in errorCatalogue ? code : 'operation.failed';
  return new AppError(known, message, { status });
}

/** Where a document is removed, its content is audited without it. */
async function readBlobs(
  unit: ReadUnit,
  blobs: readonly StoredBlob[],
): Promise<readonly OperationBlob[]> {
  const ids = blobs.flatMap(({ place }) => place?.id ?? []);
  const found = await findDocumentsById(unit, ids);
  const byId = new Map(found.map((document) => [document.id as string, document]));
  return blobs.map((stored) => {
    const blob = readContent(stored);
    const document = byId.get(stored.place?.id ?? '');
    return document && stored.place ? blob.from({ document, xpath: stored.place.xpath }) : blob;
  });
}

function readContent(blob: StoredContent): OperationBlob {
  if ('stored' in blob) return OperationBlob.stored(blob.stored).renamed(blob.name);
  const { base64, name, mimeType, encoding } = blob;
  return OperationBlob.inMemory(Buffer.from(base64, 'base64'), { name, mimeType, encoding });
}
