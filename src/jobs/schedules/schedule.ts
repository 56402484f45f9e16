import type { CronExpression } from './cron-expression.ts';

/** An operation or chain that a schedule runs. */
export interface ScheduledOperation {
  readonly operation: string;
  /** As in the JSON of a request. */
  readonly input: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Kind of the jobs that run the operations of schedules. */
export const scheduledOperationKind = 'scheduled-operation';

/** A schedule that is enabled. Every firing is one job of `kind` with the id as its key. */
export interface Schedule {
  readonly id: string;
  readonly eventId: string;
  readonly eventCategory: string | null;
  readonly cronExpression: string;
  /** Of the IANA database; null for that of the process. */
  readonly timeZone: string | null;
  readonly expression: CronExpression;
  /** The user for whom it runs; null for the server itself. */
  readonly username: string | null;
  readonly kind: string;
  /** For schedules that are configured; null for work of the server. */
  readonly operation: ScheduledOperation | null;
}
