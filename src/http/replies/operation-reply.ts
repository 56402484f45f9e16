import { openContent } from '../../automation/execution.ts';
import {
  BlobList,
  DocumentList,
  Instant,
  isDocument,
  isList,
  LogEntryList,
  OperationBlob,
  RecordSet,
  toJson,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
} from '../../automation/values.ts';
import { isLargeValue } from '../../base/stringify-in-turns.ts';
import { writeDocumentList } from '../../entities/documents-entity.ts';
import { writeLogEntries } from '../../entities/log-entry-entity.ts';
import type { SchemaSelection } from '../../entities/property-writer.ts';
import { writeDateEntity, writeValueEntity } from '../../entities/value-entity.ts';
import type { Document } from '../../model/document.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { getDocuments } from '../../repository/documents/load-documents.ts';
import { type ReadUnit, showing } from '../../repository/unit/unit.ts';
import { emptyReply, jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { auditDownload, blobReply, contentTypeOf, encodedTypeOf } from './blob-reply.ts';
import { contentDisposition } from './content-disposition.ts';
import {
  completeResult,
  requestedListing,
  schemasByDialect,
  singleReply,
  writeFetchedEntries,
} from './document-reply.ts';
import { fetchKeys } from './fetched-keys.ts';
import { multipartReply } from './multipart-reply.ts';
import { withoutSkipped, writeResultPage } from './result-page.ts';
import { shownReply } from './shown-reply.ts';

/** Schemas requested in the body, as old clients do. */
export interface RequestedSchemas {
  readonly schemas?: SchemaSelection;
}

interface Presentation extends RequestedSchemas {
  /** The value, if it is a document that is shown as it was read. */
  readonly documentAsRead?: Document | undefined;
}

/** The response for a result: its kind decides, not the Accept header. */
export async function valueReply(
  context: RequestContext,
  value: Value,
  asked: Presentation = {},
): Promise<RouteReply> {
  if (value === null || context.headers['x-nxvoidoperation'] === 'true') return emptyReply();
  if (value instanceof OperationBlob) return singleBlobReply(context, value);
  if (value instanceof BlobList) return blobListReply(context, value);
  if (value instanceof DocumentList) return documentsReply(context, value, asked);
  if (value instanceof RecordSet) return recordsReply(value);
  if (value instanceof LogEntryList) return logEntriesReply(context, value);
  if (value instanceof UnloadedDocuments) return loadedReply(context, value, asked);
  if (value instanceof UnloadedDocument) {
    const { reference } = value;
    const document = await context.read((unit) => getDocument(unit, reference));
    return singleReply(context, document, asked.schemas);
  }
  const { documentAsRead, schemas } = asked;
  if (documentAsRead && schemas === undefined) return shownReply(context, documentAsRead);
  if (isDocument(value)) return singleReply(context, value, schemas);
  const entity = writePlainValue(value);
  return { status: 200, entity, isLong: isLargeValue(entity) };
}

/** Reads what the response shows of documents in the unit that has changed them. */
export async function readShown(
  context: RequestContext,
  unit: ReadUnit,
  { value, asked }: { readonly value: Value; readonly asked: RequestedSchemas },
): Promise<void> {
  if (value instanceof DocumentList) {
    await completeResult(context, unit, { documents: value.items, schemas: asked.schemas });
  } else if (isDocument(value)) {
    const schemas = asked.schemas ?? schemasByDialect(context);
    await completeResult(context, unit, { documents: [value], schemas });
  }
}

async function loadedReply(
  context: RequestContext,
  { references }: UnloadedDocuments,
  asked: RequestedSchemas,
): Promise<RouteReply> {
  const documents = await context.read((unit) =>
    getDocuments(showing(unit, requestedListing(context, asked.schemas)), references),
  );
  return documentsReply(context, new DocumentList(documents), asked);
}

async function documentsReply(
  context: RequestContext,
  { items, page }: DocumentList,
  { schemas }: RequestedSchemas,
): Promise<RouteReply> {
  const entries = await writeFetchedEntries(context, items, {
    schemas,
    highlight: page?.highlight,
  });
  if (!page) return jsonReply(200, writeDocumentList(entries));
  const wanted = withoutSkipped(context, page);
  const shown = { ...wanted, fetchedKeys: await fetchKeys(context, wanted) };
  return jsonReply(200, writeResultPage('documents', shown, entries));
}

function recordsReply({ rows, page }: RecordSet): RouteReply {
  const entries = rows.map((row) => toJson(row) as object);
  return jsonReply(200, writeResultPage('recordSet', page, entries));
}

function logEntriesReply(
  { services }: RequestContext,
  { entries, page }: LogEntryList,
): RouteReply {
  const facts = { ...page, currentPageSize: entries.length };
  return jsonReply(200, writeLogEntries(facts, entries, services.repository.repositoryName));
}

function writePlainValue(value: Value): object {
  if (value instanceof Instant) return writeDateEntity(value.epochMs);
  if (isList(value)) return writeValueEntity('list', toJson(value));
  if (value instanceof Map) return writeValueEntity('map', toJson(value));
  const type = typeof value === 'bigint' ? 'number' : (typeof value as 'string');
  return writeValueEntity(type, value);
}

/** JSON that an operation generated is the body itself; other blobs are downloads. */
async function singleBlobReply(context: RequestContext, blob: OperationBlob): Promise<RouteReply> {
  const { content, place, name: filename } = blob;
  if (!(content instanceof Uint8Array)) {
    const stored = { ...content, mimeType: blob.mimeType, encoding: blob.encoding };
    return blobReply(context, { blob: stored, lastModifiedMs: null, filename, place });
  }
  if (place) auditDownload(context, { blob, place });
  return {
    status: 200,
    headers: {
      'Content-Type': typeInMemory(blob),
      'Content-Disposition': contentDisposition('attachment', blob.name),
      'Content-Length': String(content.length),
    },
    bytes: content,
  };
}

/**
 * The charset is that of the bytes, not of the type. Existing clients expect JSON as
 * `application/json;charset=UTF-8`, without a space.
 */
function typeInMemory({ mimeType, encoding }: OperationBlob): string {
  if (encoding === null) return contentTypeOf({ mimeType, encoding });
  return encodedTypeOf({ mimeType, encoding }).replace('; charset=', ';charset=');
}

function blobListReply(context: RequestContext, { items }: BlobList): RouteReply {
  const { blobs, database } = context.services;
  for (const item of items) {
    if (item.place) auditDownload(context, { blob: item, place: item.place });
  }
  return multipartReply(
    items.map((item) => ({
      name: item.name,
      mimeType: item.mimeType,
      encoding: item.encoding,
      sizeBytes: item.sizeBytes,
      open: () => openContent({ blobs, database }, item.content),
    })),
  );
}
