import type { Document } from '../../model/document.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { RepositoryContext } from '../session.ts';
import { type FileTexts, readableBlobs, takeFileTexts } from './file-texts.ts';
import {
  type IndexedWords,
  indexedWords,
  type PostgresEntry,
  postgresEntry,
  type SqliteEntry,
  sqliteEntry,
} from './index-entry.ts';
import { type IndexedDocument, indexedTexts, isIndexable } from './indexed-text.ts';

const storeSqlite = defineStatement<SqliteEntry, unknown>((b, p) =>
  b.insertInto('fulltext_entry').values({
    document_id: p.document_id,
    digest: p.digest,
    title: p.title,
    description: p.description,
    other: p.other,
    files: p.files,
  }),
);

const storePostgres = defineStatement<PostgresEntry, unknown>((b, p) =>
  b
    .insertInto('document_fulltext')
    .values({
      document_id: p.document_id,
      digest: p.digest,
      words: p.words,
      long_text: p.long_text,
    })
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet((e) => ({
        digest: e.ref('excluded.digest'),
        words: e.ref('excluded.words'),
        long_text: e.ref('excluded.long_text'),
      })),
    ),
);

const removeEntry = defineStatement<{ id: string }, unknown>((b, p) =>
  b.deleteFrom('document_fulltext').where('document_id', '=', p.id),
);

/** Without full text nothing is stored, and `settleWords` sees to it when it comes back. */
type Indexing = Pick<RepositoryContext, 'hasFulltext'>;

/**
 * Stores the words of a document in the unit that stores the document, or takes them away when it is
 * not to be found by them. They go with the document by themselves.
 */
export async function indexDocument(
  handle: WriteHandle,
  { hasFulltext }: Indexing,
  document: IndexedDocument,
): Promise<void> {
  if (!hasFulltext) return;
  const key = `words of ${document.id}`;
  if (!isIndexable(document.shape)) {
    handle.postpone(key, removeEntry, { id: document.id });
    return;
  }
  const texts = await fileTextsOf(handle, [document]);
  const words = wordsOfDocument(document, texts);
  if (handle.engine === 'sqlite') {
    handle.postpone(key, storeSqlite, sqliteEntry(document.id, words));
  } else {
    handle.postpone(key, storePostgres, postgresEntry(document.id, words));
  }
}

/** As `indexDocument` where a document was saved, if that changed any of its texts. */
export async function indexChange(
  handle: WriteHandle,
  indexing: Indexing,
  { before, after }: { before: Document; after: Document },
): Promise<void> {
  if (after.proxyTarget || !indexing.hasFulltext || hasSameTexts(before, after)) return;
  await indexDocument(handle, indexing, after);
}

function hasSameTexts(before: Document, after: Document): boolean {
  const [old, fresh] = [before, after].map((document) => [
    ...indexedTexts(document).flatMap(({ key, text }) => [key, text]),
    ...readableBlobs(document.properties).map((blob) => blob.key),
  ]);
  if (!old || !fresh || old.length !== fresh.length) return false;
  return old.every((text, index) => text === fresh[index]);
}

/** Six parameters each at most; below the limits of both engines. */
const rowsPerInsert = 500;

/** As `indexDocument` for documents that are new, with few statements. */
export async function indexDocuments(
  handle: WriteHandle,
  { hasFulltext }: Indexing,
  documents: readonly IndexedDocument[],
): Promise<void> {
  if (!hasFulltext) return;
  const indexable = documents.filter(({ shape }) => isIndexable(shape));
  for (let start = 0; start < indexable.length; start += rowsPerInsert) {
    await insertEntries(handle, indexable.slice(start, start + rowsPerInsert));
  }
}

async function insertEntries(
  handle: WriteHandle,
  documents: readonly IndexedDocument[],
): Promise<void> {
  const texts = await fileTextsOf(handle, documents);
  const { builder } = handle;
  const words = documents.map(
    (document) => [document.id, wordsOfDocument(document, texts)] as const,
  );
  if (handle.engine === 'sqlite') {
    const rows = words.map(([id, each]) => sqliteEntry(id, each));
    await handle.run(builder.insertInto('fulltext_entry').values(rows));
  } else {
    const rows = words.map(([id, each]) => postgresEntry(id, each));
    await handle.run(builder.insertInto('document_fulltext').values(rows));
  }
}

interface TakenTexts {
  readonly keys: string;
  readonly texts: FileTexts;
}

/** The rows stay locked until the unit ends, so a document changed again needs no second look. */
const lastTaken = new WeakMap<WriteHandle, TakenTexts>();

async function fileTextsOf(
  handle: WriteHandle,
  documents: readonly IndexedDocument[],
): Promise<FileTexts> {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  const keys = blobs.map(({ key }) => key).join(' ');
  const last = lastTaken.get(handle);
  if (last?.keys === keys) return last.texts;
  const texts = await takeFileTexts(handle, blobs);
  lastTaken.set(handle, { keys, texts });
  return texts;
}

/** What a document is found by, given the texts of its files. */
export function wordsOfDocument(document: IndexedDocument, texts: FileTexts): IndexedWords {
  const files = readableBlobs(document.properties).flatMap(({ key }) => texts.get(key) ?? []);
  return indexedWords(indexedTexts(document), files);
}
