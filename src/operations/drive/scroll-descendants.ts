import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { Document } from '../../model/document.ts';
import { listDescendants } from '../../repository/drive/descendants.ts';
import { type FileSystemItem, findItems, showingItems } from '../../repository/drive/items.ts';
import { listRoots } from '../../repository/drive/roots.ts';
import { getItem, itemJson } from '../parts/drive-items.ts';
import { readScrollId, writeScrollId } from '../parts/drive-scroll.ts';
import { jsonBlob } from '../parts/json-blob.ts';

const batchSizeMax = 1_000;
const keepAliveMaxMs = 60 * 60 * 1000;

export const scrollDescendantsOperation = defineOperation({
  id: 'NuxeoDrive.ScrollDescendants',
  label: 'Nuxeo Drive: Scroll descendants',
  category: 'Services',
  description:
    'Returns folders and files below a folder, batch by batch; an empty batch is the last one.',
  params: {
    batchSize: required('int', `How many at most, up to ${batchSizeMax}.`),
    id: required('string', 'The id of the folder.'),
    keepAlive: withDefault('long', 60_000, {
      description: 'For how many milliseconds the next batch can be read; an hour at most.',
      values: ['60000'],
    }),
    scrollId: optional('string', 'Of the batch before; none for the first.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { batchSize, id, keepAlive, scrollId }) {
        requireBatchSize(batchSize);
        const { document: folder } = await getItem(context, 'id', id);
        const { id: folderId, path } = folder;
        const start = path ?? '';
        const after = scrollId
          ? readScrollId(scrollId, { folderId, folderPath: start, nowMs: context.nowMs })
          : start;
        const batch = await readBatch(context, { folder, after, batchSize });
        const aliveMs = Math.min(Math.max(Number(keepAlive), 0), keepAliveMaxMs);
        const expiresMs = context.nowMs + aliveMs;
        return jsonBlob({
          scrollId: writeScrollId({ folderId, after: batch.after, expiresMs }),
          fileSystemItems: batch.items.map((item) => itemJson(item, context.principal.username)),
        });
      },
    },
  ],
});

function requireBatchSize(batchSize: number): void {
  if (batchSize >= 1 && batchSize <= batchSizeMax) return;
  throw operationFailed(`batchSize: ${batchSize}; ask for 1 to ${batchSizeMax}`);
}

interface Batch {
  readonly items: readonly FileSystemItem[];
  readonly after: string;
}

/** Documents in turns of the event loop. */
const pageSize = 200;

/** Goes on while documents are none that clients have: an empty batch would end the scroll. */
async function readBatch(
  context: OperationContext,
  { folder, after, batchSize }: { folder: Document; after: string; batchSize: number },
): Promise<Batch> {
  const items: FileSystemItem[] = [];
  let position = after;
  while (items.length < batchSize) {
    await context.takeTurn(0);
    const limit = Math.min(pageSize, batchSize - items.length);
    const page = await context.read(async (unit) => {
      const shown = showingItems(unit);
      const documents = await listDescendants(shown, { folder, after: position, limit });
      return { documents, found: await findItems(shown, documents, await listRoots(shown)) };
    });
    items.push(...page.found.values());
    position = page.documents.at(-1)?.path ?? position;
    if (page.documents.length < limit) break;
  }
  return { items, after: position };
}
