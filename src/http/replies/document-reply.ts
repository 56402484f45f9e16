import { isLargeValue } from '../../base/stringify-in-turns.ts';
import { mapInTurns } from '../../base/turns.ts';
import { type DocumentWriteOptions, writeDocument } from '../../entities/document-entity.ts';
import type { SchemaSelection } from '../../entities/property-writer.ts';
import type { Document } from '../../model/document.ts';
import {
  completeInUnit,
  lacksRowProperties,
  shownDocument,
  withRowProperties,
} from '../../repository/documents/row-properties.ts';
import type { HighlightRequest } from '../../repository/search/highlight-documents.ts';
import type { Listing, ReadUnit } from '../../repository/unit/unit.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { enrichDocuments } from './enriched-documents.ts';
import { fetchReferences } from './fetched-references.ts';
import { listingOf } from './listing.ts';

/** What a list shows. `schemas` are those requested elsewhere than in headers and query. */
export function requestedListing(context: RequestContext, schemas?: SchemaSelection): Listing {
  const { wire } = context;
  return listingOf(selectSchemas(wire.properties) ?? schemas, {
    isHighlighted: wire.enrichers('document').includes('highlight'),
  });
}

/**
 * What a single document shows: the requested schemas; without any, all of them in the contract
 * dialect and none in the native one.
 */
export async function documentReply(
  context: RequestContext,
  status: number,
  document: Document,
): Promise<RouteReply> {
  return { ...(await singleReply(context, document)), status };
}

/** `schemas` are those requested elsewhere than in headers and query. */
export async function singleReply(
  context: RequestContext,
  document: Document,
  schemas?: SchemaSelection,
): Promise<RouteReply> {
  const options = writeOptions(context, schemas ?? schemasByDialect(context));
  const [shown = document] = await completed(context, [document], options);
  const entity = writeDocument(shown, options);
  await complete(context, { documents: [shown], entities: [entity], schemas });
  // The stored values are fewer than those of the entity, which has all that are not set.
  return { status: 200, entity, isLong: isLargeValue(document.properties) };
}

export function schemasByDialect({ dialect }: RequestContext): SchemaSelection | undefined {
  return dialect === 'contract' ? '*' : undefined;
}

interface UnitResult {
  readonly documents: readonly Document[];
  readonly schemas: SchemaSelection | undefined;
}

/** Reads what a response shows of one document in the unit that has changed it. */
export function completeChanged(
  context: RequestContext,
  unit: ReadUnit,
  document: Document,
): Promise<void> {
  const schemas = schemasByDialect(context);
  return completeResult(context, unit, { documents: [document], schemas });
}

/** As `completeChanged` for the result of an operation. */
export async function completeResult(
  context: RequestContext,
  unit: ReadUnit,
  { documents, schemas: defaultSchemas }: UnitResult,
): Promise<void> {
  const { schemas } = writeOptions(context, defaultSchemas);
  if (schemas !== undefined) await completeInUnit(unit, documents, schemas);
}

/** With the properties that are kept in rows, if they are shown. */
async function completed(
  context: RequestContext,
  documents: readonly Document[],
  { schemas }: DocumentWriteOptions,
): Promise<readonly Document[]> {
  if (schemas === undefined) return documents;
  if (!documents.some(lacksRowProperties)) return documents.map(shownDocument);
  return context.readBounded((unit) => withRowProperties(unit, documents, schemas));
}

interface FetchedEntriesOptions {
  readonly schemas?: SchemaSelection | undefined;
  /** The search that found the documents. */
  readonly highlight?: HighlightRequest | undefined;
}

/** The entities of a list, with fetched references and enrichers, if requested. */
export async function writeFetchedEntries(
  context: RequestContext,
  documents: readonly Document[],
  { schemas, highlight }: FetchedEntriesOptions = {},
): Promise<readonly object[]> {
  // Entries of lists have no properties unless some are requested, in both dialects.
  const options = writeOptions(context, schemas);
  const shown = await completed(context, documents, options);
  const entities = await mapInTurns(shown, (document) => writeDocument(document, options));
  await complete(context, { documents: shown, entities, schemas, highlight });
  return entities;
}

interface Incomplete extends FetchedEntriesOptions {
  readonly documents: readonly Document[];
  readonly entities: readonly object[];
}

async function complete(
  context: RequestContext,
  { documents, entities, schemas, highlight }: Incomplete,
): Promise<void> {
  await fetchReferences(context, documents, entities);
  const writing = writeOptions(context, schemas);
  await enrichDocuments(context, { documents, entities, writing, highlight });
}

export function writeOptions(
  context: RequestContext,
  defaultSchemas: SchemaSelection | undefined,
): DocumentWriteOptions {
  const { wire } = context;
  return {
    dialect: context.dialect,
    repository: context.services.repository.repositoryName,
    baseUrl: context.baseUrl,
    schemas: selectSchemas(wire.properties) ?? defaultSchemas,
    fetch: wire.fetch('document'),
  };
}

function selectSchemas(asked: readonly string[] | undefined): SchemaSelection | undefined {
  if (asked === undefined) return undefined;
  return asked.includes('*') ? '*' : asked;
}
