import type { TaskName } from './index.ts';
import type { TaskFolder } from './task-folder.ts';

/** What a process is asked to do: its only argument. */
export interface TaskRequest extends TaskFolder {
  readonly name: TaskName;
  readonly params: object;
}

export type TaskReply = { readonly result: object } | { readonly failure: string };
