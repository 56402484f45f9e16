import { type BlobProvider, type BlobStat, storeOf } from '../../blobs/blob-store.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';

const keysPerQuery = 500;
const providers: readonly BlobProvider[] = ['default', 'records'];

/**
 * Content that no row names only takes space: it is left by a crash between storing and committing,
 * or is being stored now. So does content whose row names another provider: a copy that is left by a crash, is
 * being moved to the folder of records, or was uploaded again. The collection of orphans removes both.
 */
export const unknownContent = defineCheck({
  name: 'unknown-content',
  async *run(context) {
    for (const provider of providers) yield* unknownOf(context, provider);
  },
});

async function* unknownOf(
  context: IntegrityContext,
  provider: BlobProvider,
): AsyncGenerator<Finding> {
  const store = storeOf(context.blobs, provider);
  if (!store) return;
  let gathered: BlobStat[] = [];
  for await (const content of store.list()) {
    gathered.push(content);
    if (gathered.length < keysPerQuery) continue;
    yield* withoutRow(context, provider, gathered);
    gathered = [];
  }
  yield* withoutRow(context, provider, gathered);
}

async function* withoutRow(
  { database }: IntegrityContext,
  provider: BlobProvider,
  contents: readonly BlobStat[],
): AsyncGenerator<Finding> {
  if (contents.length === 0) return;
  const keys = contents.map(({ key }) => key);
  const rows = await database.read((handle) =>
    handle.all(
      handle.builder.selectFrom('blob').select(['key', 'provider']).where('key', 'in', keys),
    ),
  );
  const known = new Map<string, string>(rows.map((row) => [row.key, row.provider]));
  const place = provider === 'records' ? ' in the folder of records' : '';
  for (const { key, sizeBytes } of contents) {
    const named = known.get(key);
    if (named === provider) continue;
    const what = named === undefined ? 'content' : 'a second copy';
    const why = named === undefined ? ' without a row' : '';
    const text = `is ${what} of ${sizeBytes} bytes${place}${why}, to be collected`;
    yield { severity: 'warning', table: 'blob', id: key, text };
  }
}
