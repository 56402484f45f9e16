import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Requests come first. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or priorities may not be changed here.
  }
}
