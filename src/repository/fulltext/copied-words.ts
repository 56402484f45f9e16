import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { type EngineName, keyList } from '../../storage/sql-dialect.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import type { FileTexts } from '../unit/known-rows.ts';
import { readableBlobs } from './file-texts.ts';
import { type FulltextEntry, fulltextEntry, type IndexedWords } from './index-entry.ts';
import { wordsOfDocument } from './write-index.ts';

/** Whose words are stored: in which database, and for which documents. */
interface WordsTarget {
  readonly model: ContentModel;
  readonly engine: EngineName;
}

const noWords: IndexedWords = { title: [], description: [], other: [], files: [] };

/**
 * The words of documents that have some, as another database stores them. They are computed again from the
 * properties and the stored texts of files, as the index of SQLite cannot be read.
 */
export async function copiedWords(
  handle: ReadHandle,
  rows: readonly DocumentRow[],
  { model, engine }: WordsTarget,
): Promise<readonly FulltextEntry[]> {
  const digests = await readDigests(handle, rows);
  const documents = rows.map((row) => documentOf(model, row));
  const texts = await readTexts(handle, documents);
  return rows.flatMap((row, index) => {
    const digest = digests.get(row.id);
    if (digest === undefined) return [];
    const document = documents[index];
    // Without its type a document has no words that could be told; it keeps its entry.
    if (!document) return [fulltextEntry(engine, row.id, noWords, digest)];
    return [fulltextEntry(engine, row.id, wordsOfDocument(document, texts))];
  });
}

async function readDigests(
  handle: ReadHandle,
  rows: readonly DocumentRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ id }) => id);
  const found = await handle.all(
    handle.rows
      .selectFrom('document_fulltext')
      .select(['document_id', 'digest'])
      .where('document_id', 'in', keyList(handle.dialect, ids)),
  );
  return new Map(found.map(({ document_id: id, digest }) => [id, digest]));
}

function documentOf(model: ContentModel, row: DocumentRow): Document | undefined {
  try {
    return documentFromRow(model, row);
  } catch {
    return undefined;
  }
}

async function readTexts(
  handle: ReadHandle,
  documents: readonly (Document | undefined)[],
): Promise<FileTexts> {
  const keys = new Set<string>();
  for (const document of documents) {
    for (const { key } of readableBlobs(document?.properties ?? {})) keys.add(key);
  }
  if (keys.size === 0) return new Map();
  const found = await handle.all(
    handle.rows
      .selectFrom('blob_text')
      .select(['blob_key', 'text'])
      .where('blob_key', 'in', keyList(handle.dialect, [...keys]))
      .where('text', 'is not', null),
  );
  return new Map(found.map(({ blob_key: key, text }) => [key, text ?? '']));
}
