import { areNested } from '../../model/document-path.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SubtreeTaskTable } from '../../storage/tables.ts';
import { pathsById } from '../sql/paths-by-id.ts';
import { isHeldBack } from './subtree-failures.ts';

/** Of more, those after them wait. */
const tasksMax = 500;

export interface OpenTask extends Pick<SubtreeTaskTable, 'id' | 'kind' | 'failures'> {
  /** Of its folder; undefined when that is gone. */
  readonly path: string | undefined;
}

interface TaskTurn {
  /** The oldest one that can go on; undefined when none can. */
  readonly task: OpenTask | undefined;
  /**
   * Whether one waits for the end of moves of its documents: until then their paths have no index, and
   * each slice would sort all of them.
   */
  readonly isMoving: boolean;
}

/**
 * The task that is next: the oldest one that is not held back after a failure, whose documents are not
 * being moved, and none of whose documents have such a task before it.
 */
export async function nextTaskTurn(handle: ReadHandle): Promise<TaskTurn> {
  const tasks = await handle.all(
    handle.rows
      .selectFrom('subtree_task')
      .select(['id', 'kind', 'failures', 'document_id', isHeldBack(handle).as('is_held_back')])
      .orderBy('created_at')
      .orderBy('id')
      .limit(tasksMax),
  );
  const paths = await pathsById(
    handle,
    tasks.map((task) => task.document_id),
  );
  const waiting: string[] = [];
  let isMoving = false;
  for (const { document_id, is_held_back, ...task } of tasks) {
    const path = paths.get(document_id);
    // Without its folder it ends at once.
    if (!path) return { task: { ...task, path: undefined }, isMoving };
    const isBehind = is_held_back === 1 || waiting.some((other) => areNested(path, other));
    const isMoved = !isBehind && handle.tree.movesAround(path);
    if (!isBehind && !isMoved) return { task: { ...task, path }, isMoving };
    isMoving ||= isMoved;
    waiting.push(path);
  }
  return { task: undefined, isMoving };
}
