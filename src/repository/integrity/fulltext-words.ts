import { type RawBuilder, sql } from 'kysely';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import { isComplexValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { isOfOlderAnalysis, wordDigest } from '../fulltext/analysis-version.ts';
import { readableBlobs } from '../fulltext/file-texts.ts';
import { digestOf, type IndexedWords } from '../fulltext/index-entry.ts';
import { isIndexable } from '../fulltext/indexed-text.ts';
import { hasOutdatedWords } from '../fulltext/outdated-words.ts';
import { isUnfinished } from '../fulltext/unfinished-mark.ts';
import { wordsOfDocument } from '../fulltext/write-index.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';
import { pagesOf } from './paging.ts';

interface IndexedRow {
  readonly row: DocumentRow;
  readonly digest: string | null;
  /** The ACL that is stored beside the words. */
  readonly aclId: number | null;
  /** Distinct words in the index; `unknown` on SQLite when there are any. */
  readonly wordCount: number | null;
  readonly files: KnownTexts;
}

interface KnownTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** Blobs whose text a job is about to store. */
  readonly waiting: ReadonlySet<string>;
}

/** Texts of files may be long. */
const pageSize = 100;
const unknown = -1;

/** Every document is found by its own words, and by no others. */
export const fulltextWords = defineCheck({
  name: 'fulltext-words',
  async *run(context) {
    // Until that job is done, missing and old words are expected.
    if (await isIndexing(context)) return;
    const pages = pagesOf<IndexedRow>(context.database, pageSize, (handle, after) =>
      readPage(handle, after?.row.id),
    );
    for await (const page of pages) {
      for (const each of page) {
        const found = inspect(context.model, each);
        if (found) yield findingOf(each.row.id, found);
      }
    }
  },
});

interface Problem {
  readonly text: string;
  readonly isWarning?: boolean;
}

function findingOf(id: string, { text, isWarning = false }: Problem): Finding {
  return { severity: isWarning ? 'warning' : 'error', table: 'document_fulltext', id, text };
}

async function isIndexing({ database }: IntegrityContext): Promise<boolean> {
  return database.read(async (handle) => {
    if (await hasOutdatedWords(handle)) return true;
    const job = handle.builder.selectFrom('job').select('id').where('kind', '=', 'index-documents');
    return (await handle.first(job.limit(1))) !== undefined;
  });
}

async function readPage(handle: ReadHandle, after: string | undefined): Promise<IndexedRow[]> {
  const query = handle.rows
    .selectFrom('document')
    .selectAll()
    .where('proxy_target_id', 'is', null)
    .orderBy('id')
    .limit(pageSize);
  const rows = await handle.all(after === undefined ? query : query.where('id', '>', after));
  const entries = await readEntries(handle, rows);
  const files = await readTexts(handle, rows);
  return rows.map((row) => ({ row, ...(entries.get(row.id) ?? noEntry), files }));
}

type EntryFacts = Pick<IndexedRow, 'digest' | 'aclId' | 'wordCount'>;

const noEntry: EntryFacts = { digest: null, aclId: null, wordCount: null };

/** By their keys and not by a join: without statistics PostgreSQL would read all entries for each page. */
async function readEntries(
  handle: ReadHandle,
  rows: readonly DocumentRow[],
): Promise<ReadonlyMap<string, EntryFacts>> {
  const ids = keyList(
    handle.dialect,
    rows.map(({ id }) => id),
  );
  const entries = await handle.all(
    handle.builder
      .selectFrom('document_fulltext')
      .select(['document_id', 'digest', 'acl_id as aclId', wordCount(handle).as('wordCount')])
      .where('document_id', 'in', ids),
  );
  return new Map(entries.map(({ document_id, ...facts }) => [document_id, facts]));
}

/** Each engine has its own index. FTS5's data is checked with the file; here, that the row exists. */
function wordCount({ dialect }: ReadHandle): RawBuilder<number | null> {
  if (dialect.engine === 'postgres') return sql<number | null>`length(document_fulltext.words)`;
  return sql<number | null>`(select ${sql.lit(unknown)} from fulltext_words_docsize as size
    where size.id = document_fulltext.row_key)`;
}

async function readTexts(handle: ReadHandle, rows: readonly DocumentRow[]): Promise<KnownTexts> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { texts: new Map(), waiting: new Set() };
  const found = await handle.all(
    handle.builder
      .selectFrom('blob_text')
      .select(['blob_key', 'text', 'state'])
      .where('blob_key', 'in', (e) =>
        e.selectFrom('blob_reference').select('blob_key').where('document_id', 'in', ids),
      ),
  );
  const waiting = found.filter(({ state }) => state === 'waiting' || state === 'scanned');
  return {
    texts: new Map(
      found.flatMap(({ blob_key, text }) => (text === null ? [] : [[blob_key, text]])),
    ),
    waiting: new Set(waiting.map(({ blob_key }) => blob_key)),
  };
}

function inspect(model: ContentModel, indexed: IndexedRow): Problem | undefined {
  const { row, digest, wordCount: count, files } = indexed;
  const document = readDocument(model, row);
  // Problems of these are reported by other checks.
  if (!document) return undefined;
  if (!isIndexable(document.shape)) {
    return digest === null ? undefined : { text: 'has words, and is not to be found by them' };
  }
  if (digest === null) {
    return { isWarning: true, text: 'has no words: have the documents indexed' };
  }
  if (indexed.aclId !== (row.is_version === 1 ? null : row.acl_id)) {
    return { text: 'has another ACL beside its words than its own' };
  }
  // A job is about to store the others.
  const isWaiting = readableBlobs(document.properties).some(({ key }) => files.waiting.has(key));
  if (isWaiting || isUnfinished(digest)) return undefined;
  const words = wordsOfDocument(document, files.texts);
  if (wordDigest(digestOf(words)) === wordDigest(digest) && isCount(count, words)) return undefined;
  if (!isOfOlderAnalysis(digest)) {
    return { text: 'has other words than its properties and files give' };
  }
  const remedy = 'run the migration fulltext-analysis';
  return { isWarning: true, text: `has words of an older analysis: ${remedy}` };
}

function readDocument(model: ContentModel, row: DocumentRow): Document | undefined {
  try {
    const document = documentFromRow(model, row);
    return isComplexValue(document.properties) ? document : undefined;
  } catch {
    return undefined;
  }
}

function isCount(count: number | null, words: IndexedWords): boolean {
  if (count === null || count === unknown) return count === unknown;
  const { title, description, other, files } = words;
  const expected = new Set([...title, ...description, ...other, ...files]).size;
  return count === expected;
}
