import { AppError } from '../../base/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../base/errors/catalogue.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { BlobValue } from '../../model/value.ts';
import {
  BlobList,
  DocumentList,
  fromJson,
  Instant,
  isDocument,
  type ListPage,
  OperationBlob,
  RecordSet,
  toJson,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type ValueMap,
} from '../values.ts';

/**
 * A result as it is kept for whoever asks later. Documents are kept by id: they are read anew, with
 * the rights that the reader has then.
 */
type Stored =
  | { readonly kind: 'document'; readonly id: string }
  | { readonly kind: 'documents'; readonly ids: readonly string[]; readonly page: ListPage | null }
  | { readonly kind: 'records'; readonly rows: readonly unknown[]; readonly page: ListPage }
  | { readonly kind: 'blobs'; readonly blobs: readonly StoredBlob[]; readonly isList: boolean }
  | { readonly kind: 'date'; readonly epochMs: number }
  | { readonly kind: 'data'; readonly json: unknown }
  | {
      readonly kind: 'error';
      readonly code: ErrorCode;
      readonly status: number;
      readonly message: string;
    };

/** Content that is still in memory is small: it is kept with the row. */
type StoredBlob =
  | { readonly stored: BlobValue; readonly name: string | null }
  | {
      readonly base64: string;
      readonly name: string | null;
      readonly mimeType: string | null;
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
    return { kind: 'documents', ids: value.items.map(({ id }) => id), page: value.page };
  }
  if (value instanceof RecordSet) {
    return { kind: 'records', rows: value.rows.map(toJson), page: value.page };
  }
  if (value instanceof Instant) return { kind: 'date', epochMs: value.epochMs };
  return isDocument(value)
    ? { kind: 'document', id: value.id }
    : { kind: 'data', json: toJson(value) };
}

function storedBlob(blob: OperationBlob): StoredBlob {
  const { content, name, mimeType } = blob;
  return content instanceof Uint8Array
    ? { base64: Buffer.from(content).toString('base64'), name, mimeType }
    : { stored: content, name };
}

/** @throws AppError the error that the execution ended with */
export function readResult(text: string): Value {
  const stored = parseJson(text) as Stored;
  switch (stored.kind) {
    case 'document':
      return new UnloadedDocument({ id: stored.id });
    case 'documents':
      return new UnloadedDocuments(stored.ids.map((id) => ({ id })));
    case 'records':
      return new RecordSet(
        stored.rows.map((row) => fromJson(row) as ValueMap),
        stored.page,
      );
    case 'blobs': {
      const blobs = stored.blobs.map(readStoredBlob);
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

function storedError({ code, status, message }: Extract<Stored, { kind: 'error' }>): AppError {
  // The code may be of another version of the program.
  const known = code in errorCatalogue ? code : 'operation.failed';
  return new AppError(known, message, { status });
}

function readStoredBlob(blob: StoredBlob): OperationBlob {
  if ('stored' in blob) return OperationBlob.stored(blob.stored).renamed(blob.name);
  const text = Buffer.from(blob.base64, 'base64').toString();
  const mimeType = blob.mimeType ?? 'application/octet-stream';
  return OperationBlob.ofText(text, { name: blob.name, mimeType });
}
