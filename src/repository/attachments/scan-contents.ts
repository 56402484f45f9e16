import { sql } from 'kysely';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import type { BlobProvider, BlobStore } from '../../blobs/blob-store.ts';
import type { BlobServices } from './blobs.ts';
import { type ContentName, ofRecords } from './orphans.ts';

/** A content that the store of a provider has, or should have by its row, or both. */
export interface ScannedContent extends ContentName {
  /** What the content takes; 0 of a row whose content is missing. */
  readonly sizeBytes: number;
}

interface ContentRow {
  readonly key: string;
  readonly size: number;
}

const filesTogether = 20;
const contentsPerPart = 2_000;

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Also those of the store of records. */
  readonly includesRecords?: boolean;
}

/**
 * All contents of a store, each once, by their keys and in parts of bounded size: the ones registered there in
 * one state of the database, merged with the list of the stored ones in the same order.
 *
 * @throws AppError server.not-implemented, store.*; the reason of the signal
 */
export async function* scanContents(
  services: BlobServices,
  { signal, includesRecords = false }: ScanOptions = {},
): AsyncGenerator<readonly ScannedContent[]> {
  const { main, records } = services.blobs;
  yield* scanStore(services, { store: main, provider: 'default', signal });
  if (!includesRecords || !records) return;
  yield* scanStore(services, { store: records, provider: 'records', signal });
}

interface StoreScan {
  readonly store: BlobStore;
  readonly provider: BlobProvider;
  readonly signal: AbortSignal | undefined;
}

async function* scanStore(
  services: BlobServices,
  scan: StoreScan,
): AsyncGenerator<readonly ScannedContent[]> {
  const { store, provider, signal } = scan;
  const rows = new RowCursor(await rowPages(services, scan));
  try {
    for await (const keys of store.listKeys()) {
      signal?.throwIfAborted();
      yield* merged(scan, rows, keys);
    }
    for (let page = await rows.page(); page; page = await rows.page()) {
      yield page.map((row) => withoutContent(row, provider));
    }
  } finally {
    await rows.close();
  }
}

async function rowPages(
  { database }: BlobServices,
  { provider, signal }: StoreScan,
): Promise<AsyncGenerator<readonly ContentRow[]>> {
  const query = await database.read(async ({ builder, dialect }) =>
    builder
      .selectFrom('blob')
      .select(['key', 'size'])
      .where('provider', '=', provider === 'records' ? ofRecords : sql.lit('default'))
      .orderBy(dialect.inByteOrder(sql.ref('key')))
      .compile(),
  );
  return database.scan<ContentRow>({ compile: () => query }, { signal });
}

/** The stored contents of these keys, and the rows before the last of them that have no content. */
async function* merged(
  { store, provider }: StoreScan,
  rows: RowCursor,
  keys: readonly BlobKey[],
): AsyncGenerator<readonly ScannedContent[]> {
  let found: ScannedContent[] = [];
  const unknown: BlobKey[] = [];
  for (const key of keys) {
    let row = rows.present ?? (await rows.refill());
    while (row && row.key < key) {
      found.push(withoutContent(row, provider));
      rows.advance();
      row = rows.present ?? (await rows.refill());
      if (found.length < contentsPerPart) continue;
      yield found;
      found = [];
    }
    if (row?.key !== key) {
      unknown.push(key);
      continue;
    }
    found.push({ key, provider, sizeBytes: Number(row.size) });
    rows.advance();
  }
  const stats = await inParallel(unknown, filesTogether, (key) => store.stat(key));
  for (const stat of stats) {
    if (stat) found.push({ key: stat.key, provider, sizeBytes: stat.sizeBytes });
  }
  yield found;
}

function withoutContent({ key }: ContentRow, provider: BlobProvider): ScannedContent {
  return { key: key as BlobKey, provider, sizeBytes: 0 };
}

/** Rows one by one, without waiting for each. */
class RowCursor {
  readonly #pages: AsyncGenerator<readonly ContentRow[]>;
  #page: readonly ContentRow[] = [];
  #at = 0;

  constructor(pages: AsyncGenerator<readonly ContentRow[]>) {
    this.#pages = pages;
  }

  /** Undefined at the end of a page: see `refill`. */
  get present(): ContentRow | undefined {
    return this.#page[this.#at];
  }

  advance(): void {
    this.#at += 1;
  }

  /** The first row of the next page; undefined after the last one. */
  async refill(): Promise<ContentRow | undefined> {
    const next = await this.#pages.next();
    this.#page = next.done ? [] : next.value;
    this.#at = 0;
    return this.present;
  }

  /** What is left of this page, or else the next one. */
  async page(): Promise<readonly ContentRow[] | undefined> {
    if (!this.present && !(await this.refill())) return undefined;
    const left = this.#page.slice(this.#at);
    this.#at = this.#page.length;
    return left;
  }

  async close(): Promise<void> {
    await this.#pages.return(undefined);
  }
}
