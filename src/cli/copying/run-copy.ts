import type { ContentModel } from '../../model/content-model.ts';
import type { BlobServices } from '../../repository/attachments/blobs.ts';
import { findStoreId } from '../../repository/attachments/content-owner.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { beginCopy, endCopy, findCopyState } from '../../storage/transfer/copy-progress.ts';
import { countRows } from '../../storage/transfer/stored-tables.ts';
import { CommandError } from '../exit-codes.ts';
import { copyChunks } from './copy-chunks.ts';
import { copyContents } from './copy-contents.ts';
import { copyRows } from './copy-rows.ts';
import type { CopyTask } from './copy-task.ts';
import { copyWords } from './copy-words.ts';
import { describeDamaged } from './damaged-lines.ts';
import { completeTables, requireEqualCounts } from './finish-copy.ts';
import type { SourceStore } from './open-stores.ts';
import type { CopyProgress } from './progress.ts';
import { type CopyRoutes, planRoutes, routeOf, tableNames } from './routes.ts';

interface CopyStores {
  readonly source: SourceStore;
  /** Reads the source. */
  readonly handle: ReadHandle;
  readonly target: BlobServices;
  readonly model: ContentModel;
  readonly progress: CopyProgress;
  readonly signal: AbortSignal;
}

interface CopyScope {
  /** False when both stores have them in one place. */
  readonly copiesContents: boolean;
  readonly leavesDamaged: boolean;
}

interface CopyEnd {
  /** What is damaged in the source. */
  readonly lines: readonly string[];
  readonly isComplete: boolean;
}

/** Copies what the target does not have yet. @throws CommandError when it is another store */
export async function runCopy(
  { source, handle, target, model, progress, signal }: CopyStores,
  { copiesContents, leavesDamaged }: CopyScope,
): Promise<CopyEnd> {
  const task: CopyTask = {
    source: handle,
    sourceBlobs: source.blobs,
    target: target.database,
    targetBlobs: target.blobs,
    model,
    progress,
    signal,
  };
  const routes = await planRoutes(handle, target.database);
  await prepareTarget(task, source);
  await copyTables(task, source, routes);
  if (copiesContents) await copyFiles(task, routes);
  const lines = await describeDamaged(handle, progress.damaged);
  if (progress.damaged.length > 0 && !leavesDamaged) return { lines, isComplete: false };
  await completeTables(task);
  await requireEqualCounts(task, tableNames(routes));
  await endCopy(target.database);
  return { lines, isComplete: true };
}

async function prepareTarget(
  { target }: CopyTask,
  { storeId, revision }: SourceStore,
): Promise<void> {
  const state = await target.read(findCopyState);
  if (state) {
    if (state.sourceId === storeId && state.revision === revision) return;
    throw new CommandError(
      'the target is an unfinished copy of another store, or of another state of this one: empty it, or name another one',
    );
  }
  const counts = await target.read((handle) => countRows(handle, tablesOfStores));
  const isStore = (await target.read(findStoreId)) !== undefined;
  if (isStore || [...counts.values()].some((count) => count > 0)) {
    throw new CommandError('the target has a store already: empty it, or name another one');
  }
  await beginCopy(target, { sourceId: storeId, revision });
}

/** Migrations leave rows in others. */
const tablesOfStores = ['blob', 'document', 'user_account'];

async function copyTables(
  task: CopyTask,
  { storeId }: SourceStore,
  routes: CopyRoutes,
): Promise<void> {
  const { source, target, targetBlobs, progress } = task;
  const names = tableNames(routes);
  const counts = await countRows(source, names);
  const copied = await target.read((handle) => countRows(handle, names));
  const left = (name: string): number => (counts.get(name) ?? 0) - (copied.get(name) ?? 0);
  progress.begin(
    'rows',
    names.reduce((sum, name) => sum + left(name), 0),
  );
  for (const route of routes.tables) {
    await copyRows(task, route);
    if (route.source.name === 'server_fact') await claimContents(targetBlobs, storeId);
  }
  if (!routes.computesWords) return;
  progress.begin('words of documents', left('document'));
  await copyWords(task, routeOf(routes, 'document'));
}

async function claimContents(blobs: CopyTask['targetBlobs'], storeId: string): Promise<void> {
  if ((await blobs.claim(storeId)) === storeId) return;
  throw new CommandError(
    'the files at the target belong to another store: name another folder for them, or empty it',
  );
}

async function copyFiles(task: CopyTask, routes: CopyRoutes): Promise<void> {
  const { source, progress } = task;
  const query = source.rows.selectFrom('blob').select((e) => e.fn.sum<number>('size').as('bytes'));
  const bytes = Number((await source.first(query))?.bytes ?? 0);
  progress.begin('files', bytes, 'bytes');
  await copyContents(task, routeOf(routes, 'blob'));
  progress.begin('parts of uploads');
  await copyChunks(task, routeOf(routes, 'upload_chunk'));
}
