import type { BlobStat } from '../../blobs/blob-store.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';

const keysPerQuery = 500;

/**
 * Content that no row names only takes space: it is left by a crash between storing and committing,
 * or is being stored now. The collection of orphans removes it.
 */
export const unknownContent = defineCheck({
  name: 'unknown-content',
  async *run(context) {
    let gathered: BlobStat[] = [];
    for await (const content of context.blobs.list()) {
      gathered.push(content);
      if (gathered.length < keysPerQuery) continue;
      yield* withoutRow(context, gathered);
      gathered = [];
    }
    yield* withoutRow(context, gathered);
  },
});

async function* withoutRow(
  { database }: IntegrityContext,
  contents: readonly BlobStat[],
): AsyncGenerator<Finding> {
  if (contents.length === 0) return;
  const keys = contents.map(({ key }) => key);
  const rows = await database.read((handle) =>
    handle.all(handle.builder.selectFrom('blob').select('key').where('key', 'in', keys)),
  );
  const known = new Set(rows.map(({ key }) => key));
  for (const { key, sizeBytes } of contents) {
    if (known.has(key)) continue;
    const text = `is content of ${sizeBytes} bytes without a row, to be collected`;
    yield { severity: 'warning', table: 'blob', id: key, text };
  }
}
