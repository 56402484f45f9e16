import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { readDocument } from '../sql/document-row.ts';
import type { RepositoryContext } from '../unit/unit.ts';
import { findFileTexts } from './file-texts.ts';
import { type FulltextEntry, textLengthMax } from './index-entry.ts';
import type { IndexedText } from './indexed-text.ts';
import { storeEntry } from './store-entry.ts';
import { hasUnfinishedDigest } from './unfinished-mark.ts';
import { type SourceTexts, sourcesOf } from './write-index.ts';

export async function hasUnfinishedWords(handle: ReadHandle): Promise<boolean> {
  return (await findUnfinishedWords(handle, '')) !== undefined;
}

export interface UnfinishedWords {
  readonly id: string;
  readonly digest: string;
}

/** The next one in the order of the ids. */
export function findUnfinishedWords(
  handle: ReadHandle,
  after: string,
): Promise<UnfinishedWords | undefined> {
  return handle.first(
    handle.builder
      .selectFrom('document_fulltext')
      .select(['document_id as id', 'digest'])
      .where(hasUnfinishedDigest)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(1),
  );
}

/** The texts of which the words of the document are computed; undefined when it is gone. */
export async function readSources(
  handle: ReadHandle,
  { model }: Pick<RepositoryContext, 'model'>,
  id: string,
): Promise<SourceTexts | undefined> {
  const [row] = await handle.allOfLarge(
    handle.builder.selectFrom('document').selectAll().where('id', '=', id),
  );
  if (!row) return undefined;
  const document = await readDocument(model, row);
  const { texts, files } = sourcesOf(document, await findFileTexts(handle, [document]));
  return { texts: texts.map(cutToIndexed), files };
}

/** For markup it is not known how much of it is text. */
function cutToIndexed(source: IndexedText): IndexedText {
  if (source.isHtml) return source;
  return { key: source.key, text: source.text.slice(0, textLengthMax) };
}

/** Stores the words, unless the document was changed after its entry was found unfinished. */
export async function finishWords(
  handle: WriteHandle,
  { id, digest }: UnfinishedWords,
  entry: FulltextEntry,
): Promise<void> {
  const query = handle.builder
    .selectFrom('document_fulltext')
    .select('digest')
    .where('document_id', '=', id);
  const row = await handle.first(handle.dialect.locking(query, 'update'));
  if (row?.digest === digest) await storeEntry(handle, entry);
}
