import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/**
 * What processes yield to others, as systems count it: the server has 0. Work that a request waits for has about
 * three times the processor time of other work.
 */
export const niceness = { request: 5, background: 10 } as const;

export function lowerPriority({ pid }: ChildProcess, value: number = niceness.background): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, value);
  } catch {
    // It has ended already, or priorities may not be changed here.
  }
}
