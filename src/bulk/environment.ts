import type { Activity } from '../base/activity.ts';
import type { BulkAction, BulkServices } from './action.ts';
import { Pacer } from './pacer.ts';

/** How long the status of a command is kept after its end. */
interface BulkRetention {
  readonly completedMs: number;
  /** Completed, and some of its items failed. */
  readonly failedMs: number;
  readonly abortedMs: number;
}

/** Of the commands that this process works on. */
export class BulkCounts {
  /** Items done, with those that failed. */
  processed = 0;
  failed = 0;
}

/** What the jobs of commands share in a process. */
export interface BulkEnvironment {
  readonly services: BulkServices;
  readonly retention: BulkRetention;
  readonly counts: BulkCounts;
  readonly pacer: Pacer;
  readonly actions: readonly BulkAction[];
}

interface BulkOptions {
  readonly retention: BulkRetention;
  readonly activity: Activity;
  /** All repositories of the process are counted together. */
  readonly counts: BulkCounts;
  readonly actions: readonly BulkAction[];
}

export function createBulkEnvironment(
  services: BulkServices,
  { activity, ...options }: BulkOptions,
): BulkEnvironment {
  return { services, pacer: new Pacer(activity), ...options };
}
