import { isAppError } from '../../base/errors/app-error.ts';
import { findPosition, putPosition } from '../../storage/transfer/copy-progress.ts';
import type { TableRoute } from '../../storage/transfer/row-writing.ts';
import type { UploadChunkTable } from '../../storage/upload-tables.ts';
import { pagesBehind } from './copy-rows.ts';
import type { CopyTask } from './copy-task.ts';
import { readWatched } from './watched-source.ts';

const step = 'chunks';

/** Copies the chunks of unfinished uploads, which the target gives names of its own. */
export async function copyChunks(task: CopyTask, chunks: TableRoute): Promise<void> {
  const { target, signal, progress } = task;
  const position = await target.read((handle) => findPosition(handle, step));
  for await (const page of pagesBehind(task, chunks, position)) {
    for (const row of page.rows) {
      signal.throwIfAborted();
      await copyChunk(task, row as unknown as UploadChunkTable);
    }
  }
  if (progress.damaged.length > 0) return;
  await target.write((handle) => putPosition(handle, step, { after: undefined, isDone: true }));
}

async function copyChunk(task: CopyTask, chunk: UploadChunkTable): Promise<void> {
  const { batch_id: batchId, file_index: file, chunk_index: index } = chunk;
  const source = readWatched(() => task.sourceBlobs.chunks.open(batchId, chunk.staged_name));
  try {
    const written = await task.targetBlobs.chunks.write(batchId, source.bytes, {
      sizeBytes: chunk.size,
    });
    await task.target.write(async (handle) => {
      const query = handle.rows
        .updateTable('upload_chunk')
        .set({ staged_name: written.name })
        .where('batch_id', '=', batchId)
        .where('file_index', '=', file)
        .where('chunk_index', '=', index);
      await handle.run(query);
    });
  } catch (error) {
    if (source.failure === undefined && !isAppError(error, 'request.invalid')) throw error;
    const reason = source.failure ?? `does not have ${chunk.size} bytes in the source`;
    task.progress.damaged.push({ chunk: `${batchId}/${file}/${index}`, reason });
  }
}
