import { sql } from 'kysely';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import type { BlobServices } from './blobs.ts';

/** A content that is stored, registered, or both. */
export interface ScannedContent {
  readonly key: BlobKey;
  /** What the content takes; 0 of a row whose content is missing. */
  readonly sizeBytes: number;
}

interface ContentRow {
  readonly key: string;
  readonly size: number;
}

const filesTogether = 20;
const contentsPerPart = 2_000;

/**
 * All contents, each once, by their keys and in parts of bounded size: the registered ones in one state of the
 * database, merged with the list of the stored ones in the same order.
 *
 * @throws AppError server.not-implemented, store.*; the reason of the signal
 */
export async function* scanContents(
  services: BlobServices,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ScannedContent[]> {
  const rows = new RowCursor(await rowPages(services, signal));
  try {
    for await (const keys of services.blobs.listKeys()) {
      signal?.throwIfAborted();
      yield* merged(services, rows, keys);
    }
    for (let page = await rows.page(); page; page = await rows.page()) {
      yield page.map(withoutContent);
    }
  } finally {
    await rows.close();
  }
}

async function rowPages(
  { database }: BlobServices,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<readonly ContentRow[]>> {
  const query = await database.read(async ({ builder, dialect }) =>
    builder
      .selectFrom('blob')
      .select(['key', 'size'])
      .orderBy(dialect.inByteOrder(sql.ref('key')))
      .compile(),
  );
  return database.scan<ContentRow>({ compile: () => query }, { signal });
}

/** The stored contents of these keys, and the rows before the last of them that have no content. */
async function* merged(
  { blobs }: BlobServices,
  rows: RowCursor,
  keys: readonly BlobKey[],
): AsyncGenerator<readonly ScannedContent[]> {
  let found: ScannedContent[] = [];
  const unknown: BlobKey[] = [];
  for (const key of keys) {
    let row = rows.present ?? (await rows.refill());
    while (row && row.key < key) {
      found.push(withoutContent(row));
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
    found.push({ key, sizeBytes: Number(row.size) });
    rows.advance();
  }
  const stats = await inParallel(unknown, filesTogether, (key) => blobs.stat(key));
  for (const stat of stats) if (stat) found.push({ key: stat.key, sizeBytes: stat.sizeBytes });
  yield found;
}

function withoutContent({ key }: ContentRow): ScannedContent {
  return { key: key as BlobKey, sizeBytes: 0 };
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
