import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { loadAcls } from '../documents/find-many.ts';
import { readableBlobs } from '../fulltext/file-texts.ts';
import { highlight } from '../fulltext/highlight.ts';
import { beginningsOf, indexedTexts, isIndexable, visibleText } from '../fulltext/indexed-text.ts';
import type { SearchedFulltext } from '../query/searched-words.ts';
import type { ReadUnit } from '../unit/unit.ts';

export interface HighlightRequest {
  /** `dc:title.fulltext`, `ecm:binarytext`; empty for all fields with matches. */
  readonly fields: readonly string[];
  readonly searches: readonly SearchedFulltext[];
}

export interface HighlightedField {
  readonly field: string;
  /** HTML with markup for the matches only. */
  readonly segments: readonly string[];
}

/** The name of the field with the text of the files. */
const filesField = 'ecm:binarytext';

const markup = { before: '<em>', after: '</em>', fragmentLength: 150, fragments: 5 } as const;
/** Characters of properties that are searched for one response, divided by the documents. */
const propertyCharactersMax = 5_000_000;
/** Characters of files that are read for one response, divided by the files. */
const fileCharactersMax = 5_000_000;
const fileCharactersEachMax = 500_000;

/**
 * The fragments with the search words, for each document in order. Browsing is enough to find a
 * document; its text requires permission to read. Needs one query, and reads of ACLs that are not
 * cached.
 */
export async function highlightDocuments(
  unit: ReadUnit,
  call: { readonly documents: readonly Document[]; readonly request: HighlightRequest },
): Promise<readonly (readonly HighlightedField[])[]> {
  const { documents, request } = call;
  if (request.searches.length === 0) return documents.map(() => []);
  const shown = await readableDocuments(unit, documents);
  const files = includesField(request, filesField)
    ? await readFileTexts(unit.handle, [...shown])
    : new Map<string, string>();
  const texts = { files, share: Math.floor(propertyCharactersMax / Math.max(1, shown.size)) };
  const found: (readonly HighlightedField[])[] = [];
  for (const document of documents) {
    found.push(shown.has(document) ? highlightOne(document, texts, request) : []);
    await nextTurn();
  }
  return found;
}

async function readableDocuments(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<Document>> {
  const readable = new Set<Document>();
  await loadAcls(unit, documents);
  for (const document of documents) {
    if (await hasPermission(unit, { document, permission: 'Read' })) {
      readable.add(document);
    }
  }
  return readable;
}

/** Blob key → the beginning of its text. */
async function readFileTexts(
  handle: ReadHandle,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, string>> {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  const keys = [...new Set(blobs.map(({ key }) => key))];
  if (keys.length === 0) return new Map();
  const share = Math.min(fileCharactersEachMax, Math.floor(fileCharactersMax / keys.length));
  const rows = await handle.all(
    handle.builder
      .selectFrom('blob_text')
      .select('blob_key')
      .select(sql<string>`substr(text, 1, cast(${share} as integer))`.as('beginning'))
      .where('text', 'is not', null)
      .where(sql<boolean>`blob_key in ${handle.dialect.list('string', keys)}`),
  );
  return new Map(rows.map(({ blob_key: key, beginning }) => [key, beginning]));
}

interface Texts {
  readonly files: ReadonlyMap<string, string>;
  /** Characters of the properties of one document. */
  readonly share: number;
}

function highlightOne(
  document: Document,
  { files, share }: Texts,
  request: HighlightRequest,
): readonly HighlightedField[] {
  if (!isIndexable(document.shape)) return [];
  const texts = Map.groupBy(beginningsOf(indexedTexts(document), share), ({ key }) => key);
  const present = [...texts.keys(), filesField];
  const fields = request.fields.length === 0 ? present : [...new Set(request.fields)];
  return fields.flatMap((field) => {
    const key = keyOf(field);
    const parts =
      key === filesField
        ? readableBlobs(document.properties).flatMap((blob) => files.get(blob.key) ?? [])
        : (texts.get(key) ?? []).map((text) => visibleText(text, share));
    const segments = segmentsOf(parts, key, request);
    return segments.length === 0 ? [] : [{ field, segments }];
  });
}

function segmentsOf(
  texts: readonly string[],
  key: string,
  { searches }: HighlightRequest,
): readonly string[] {
  const groups = searches
    .filter((search) => search.key === undefined || search.key === key)
    .flatMap(({ query }) => query.groups);
  if (groups.length === 0) return [];
  return texts.flatMap((text) => highlight(text, { groups }, markup)).slice(0, markup.fragments);
}

function includesField({ fields }: HighlightRequest, wanted: string): boolean {
  return fields.length === 0 || fields.some((field) => keyOf(field) === wanted);
}

/** The property of the analysed form that clients name. */
function keyOf(field: string): string {
  return field.replace(/\.fulltext$/, '');
}
