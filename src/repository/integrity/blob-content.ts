import { sleep } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import { type BlobStore, storeOf } from '../../blobs/blob-store.ts';
import { ContentHasher, type DigestAlgorithm, isBlobKey } from '../../blobs/digest.ts';
import type { Database } from '../../storage/database.ts';
import type { BlobTable } from '../../storage/tables.ts';
import { defineCheck, type Finding, type IntegrityCheck, type IntegrityContext } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 200;
const parallelMax = 4;
/** A collector removes content shortly before its row. */
const pauseMs = 250;

type Inspect = (context: IntegrityContext, row: BlobTable) => Promise<string | undefined>;

/** Every blob has its content, of the right size. */
export const blobContent = checkOfBlobs('blob-content', async (context, row) => {
  const { key, size, provider } = row;
  if (!isBlobKey(key)) return 'has a key that is no SHA-256';
  const store = storeOfRow(context, row);
  if (!store) return `is of the provider ${provider}, which the server does not have`;
  const found = await store.stat(key);
  if (!found) {
    const isElsewhere = await context.blobs.exists(key);
    return `has no content in the ${placeOf(provider)}${isElsewhere ? `, but in the ${otherPlaceOf(provider)}` : ''}`;
  }
  return found.sizeBytes === size
    ? undefined
    : `has ${found.sizeBytes} bytes of content instead of ${size}`;
});

/** The content matches its key: reads every byte. */
export const blobDigests: IntegrityCheck = {
  ...checkOfBlobs('blob-digests', async (context, row) => {
    // Missing or truncated content is reported by the other check.
    const store = storeOfRow(context, row);
    const found = isBlobKey(row.key) ? await store?.stat(row.key) : undefined;
    if (!store || found?.sizeBytes !== row.size) return undefined;
    const hasher = new ContentHasher(row.digest_algorithm as DigestAlgorithm);
    // With a given end a small file is not read into a large buffer.
    const range = row.size === 0 ? undefined : { start: 0, end: row.size - 1 };
    for await (const chunk of await store.open(row.key as BlobKey, range)) hasher.update(chunk);
    const { key, digest } = hasher.finish();
    if (key !== row.key) return 'has other content than was stored';
    return digest === row.digest ? undefined : `has the digest ${digest}, not ${row.digest}`;
  }),
  isSlow: true,
};

/** A copy in the store of another provider does not count. */
function storeOfRow({ blobs }: IntegrityContext, { provider }: BlobTable): BlobStore | undefined {
  if (provider !== 'default' && provider !== 'records') return undefined;
  return storeOf(blobs, provider);
}

function placeOf(provider: string): string {
  return provider === 'records' ? 'folder of records' : 'blob store';
}

function otherPlaceOf(provider: string): string {
  return placeOf(provider === 'records' ? 'default' : 'records');
}

function checkOfBlobs(name: string, inspect: Inspect): IntegrityCheck {
  return defineCheck({
    name,
    async *run(context) {
      const pages = pagesOf<BlobTable>(context.database, pageSize, (handle, after) => {
        const query = handle.builder.selectFrom('blob').selectAll().orderBy('key').limit(pageSize);
        return handle.all(after ? query.where('key', '>', after.key) : query);
      });
      for await (const page of pages) {
        const found = await inParallel(page, parallelMax, (row) =>
          confirmed(context, row, inspect),
        );
        yield* found.flat();
      }
    },
  });
}

/** Rows and content cannot be read in one snapshot, so problems are checked again. */
async function confirmed(
  context: IntegrityContext,
  row: BlobTable,
  inspect: Inspect,
): Promise<Finding[]> {
  if ((await inspect(context, row)) === undefined) return [];
  await sleep(pauseMs);
  const text = await inspect(context, row);
  if (text === undefined || !(await hasRow(context.database, row.key))) return [];
  return [{ severity: 'error', table: 'blob', id: row.key, text }];
}

async function hasRow(database: Database, key: string): Promise<boolean> {
  const row = await database.read((handle) =>
    handle.first(handle.builder.selectFrom('blob').select('key').where('key', '=', key)),
  );
  return row !== undefined;
}
