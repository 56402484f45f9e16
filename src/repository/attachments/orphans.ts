import { sql } from 'kysely';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobProvider } from '../../blobs/blob-store.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** A content in the store of one provider. */
export interface ContentName {
  readonly key: BlobKey;
  readonly provider: BlobProvider;
}

export function contentsIn(provider: BlobProvider, keys: readonly BlobKey[]): ContentName[] {
  return keys.map((key) => ({ key, provider }));
}

/** As it is written in one word, different for each. */
export function textOfName({ key, provider }: ContentName): string {
  return provider === 'default' ? key : `${provider}:${key}`;
}

/** A literal and not a parameter, as otherwise no engine could use the index of these rows. */
export const ofRecords = sql.lit('records');

/** Parameters of one statement; below the limits of both engines. */
export const keysPerQuery = 500;

/**
 * The columns that hold a content. A test compares them with the foreign keys of the database, so that a
 * new one is not forgotten.
 */
export const blobHolders = [
  { table: 'blob_reference', column: 'blob_key' },
  { table: 'blob_lease', column: 'blob_key' },
  { table: 'upload_file', column: 'blob_key' },
  { table: 'conversion', column: 'source_key' },
  { table: 'conversion', column: 'result_key' },
  { table: 'note_thumbnail', column: 'result_key' },
  // A content that is its own rendition, as a small picture may be, does not hold itself.
  { table: 'rendition', column: 'result_key', besides: 'blob_key' },
] as const;

/** Those of the contents that no document, lease or upload holds. At most `keysPerQuery`. */
export async function findUnreferenced<Key extends BlobKey>(
  handle: ReadHandle,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  if (keys.length === 0) return [];
  // One value: to build and parse a statement with a thousand of them takes longer than to run it.
  const holders = blobHolders.map(({ table, column, ...rest }) => {
    const key = sql.ref(column);
    const others = 'besides' in rest ? sql` and ${sql.ref(rest.besides)} <> ${key}` : sql``;
    const isKey = handle.dialect.isAmong(key, keys);
    return sql<{
      key: string;
    }>`select ${key} as key from ${sql.table(table)} where ${isKey}${others}`;
  });
  const query = sql<{ key: string }>`${sql.join(holders, sql` union `)}`;
  const held = await handle.all<{ key: string }>({ compile: () => query.compile(handle.builder) });
  const heldKeys = new Set(held.map(({ key }) => key));
  return keys.filter((key) => !heldKeys.has(key));
}

/** The rows of those contents that have one. At most `keysPerQuery`. */
export async function findRegistered(
  handle: ReadHandle,
  keys: readonly BlobKey[],
): Promise<ReadonlyMap<string, RegisteredContent>> {
  if (keys.length === 0) return new Map();
  const query = handle.builder
    .selectFrom('blob')
    .select(['key', 'created_at', 'provider'])
    .where(handle.dialect.isAmong(sql.ref('key'), keys));
  const rows = await handle.all(query);
  return new Map(
    rows.map((row) => [row.key, { createdMs: row.created_at, provider: row.provider }]),
  );
}

interface RegisteredContent {
  readonly createdMs: number;
  /** The store that has its file. What another one has of it is a copy left over. */
  readonly provider: string;
}

/** Those of the contents whose file the store of records has. At most `keysPerQuery`. */
export async function findOfRecords(
  handle: ReadHandle,
  keys: readonly BlobKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const query = handle.builder
    .selectFrom('blob')
    .select('key')
    .where('provider', '=', ofRecords)
    .where(handle.dialect.isAmong(sql.ref('key'), keys));
  return new Set((await handle.all(query)).map(({ key }) => key));
}

/** What has become of rows: each of the contents is in at most one of the lists. */
interface RemovedRows {
  readonly removed: readonly ContentName[];
  /** Without a row before. */
  readonly rowless: readonly ContentName[];
  /** Of a row that names another provider. */
  readonly copies: readonly ContentName[];
}

/**
 * Removes the rows that nothing refers to. A row that another unit has locked is in use: it is about to be
 * referred to, or to name another provider. Of the others nothing can refer to the row meanwhile, as they
 * are locked here.
 */
export async function removeOrphanedRows(
  handle: WriteHandle,
  contents: readonly ContentName[],
): Promise<RemovedRows> {
  const keys = [...new Set(contents.map(({ key }) => key))];
  const registered = await findRegistered(handle, keys);
  const known = keys.filter((key) => registered.has(key));
  const rowless = contents.filter(({ key }) => !registered.has(key));
  if (known.length === 0) return { removed: [], rowless, copies: [] };
  const query = handle.builder
    .selectFrom('blob')
    .select(['key', 'provider'])
    .where('key', 'in', known);
  const locked = await handle.all(handle.dialect.claiming(query));
  const providers = new Map(locked.map(({ key, provider }) => [key, provider]));
  const own = contents.filter(({ key, provider }) => providers.get(key) === provider);
  const copies = contents.filter(
    ({ key, provider }) => (providers.get(key) ?? provider) !== provider,
  );
  // Another statement than the one that locks: it sees what was committed before the lock was given.
  const unreferenced = new Set(
    await findUnreferenced(
      handle,
      own.map(({ key }) => key),
    ),
  );
  if (unreferenced.size > 0) {
    await handle.run(handle.builder.deleteFrom('blob').where('key', 'in', [...unreferenced]));
  }
  const removed = own.filter(({ key }) => unreferenced.has(key));
  return { removed, rowless, copies };
}
