import type { AutomationServices } from '../automation/execution.ts';
import type { OperationStanding } from '../automation/operation-context.ts';
import type { BulkItemError, BulkResult } from '../model/bulk-command.ts';
import type { Principal } from '../model/principal.ts';
import type { UnitContext, WriteUnit } from '../repository/unit/unit.ts';

/** Parameters of a command, as JSON. */
export type BulkParams = Readonly<Record<string, unknown>>;

/** The services that commands use; within a job with the database of its lease. */
export type BulkServices = AutomationServices;

/** How often a batch is tried again that the store could not take, and the pauses before. */
interface RetryPolicy {
  readonly maxRetries: number;
  /** Before the second attempt; doubled by each further one. */
  readonly delayMs: number;
  readonly maxDelayMs: number;
}

/** A command as an action sees it. */
export interface CommandContext<Params> {
  readonly commandId: string;
  readonly params: Params;
  /** Who submitted it, with the rights of now. */
  readonly principal: Principal;
  readonly services: BulkServices;
  /** Aborts when the job ends early. */
  readonly signal: AbortSignal;
}

/** Some items of a command, in their order. */
export interface Batch<Params> extends CommandContext<Params> {
  readonly items: readonly string[];
}

/** What happened to the items of a batch. All of them count as processed. */
export interface BatchOutcome {
  /** Items to which nothing was done. */
  readonly skipped?: number;
  /** Items that failed, without a trace of them in the unit. */
  readonly errors?: readonly BulkItemError[];
  /** Added to the result of the command: numbers are summed, other values replace earlier ones. */
  readonly result?: BulkResult;
}

export interface Batching {
  /** Items of one unit, instead of those of the command. */
  readonly batchSize?: number;
  /** A batch that fails is not done item by item: all its items have failed. */
  readonly isWhole?: boolean;
}

export interface FinishOutcome {
  readonly result?: BulkResult;
  /** Runs in the unit that completes the command. */
  readonly commit?: (unit: WriteUnit) => Promise<void>;
}

/** What `parse` may look at. */
export interface ParseContext {
  /** On behalf of the user who submits the command. */
  readonly unit: UnitContext;
  /** Whether that user may run the operation or chain. */
  standingOf(operation: string): OperationStanding;
}

/**
 * An action on many items. Batches of a command run in any order, some at the same time unless the
 * action is sequential, and each exactly once: its unit also counts its items. Everything but `run` and
 * `settle` may happen again after a crash.
 */
interface BulkActionDefinition<Params> {
  readonly name: string;
  readonly description: string;
  /** Items that are stored together until they are done. */
  readonly bucketSize: number;
  /** Items of one unit. */
  readonly batchSize: number;
  /** Whether users who are no administrators may submit it. */
  readonly isHttpEnabled?: boolean;
  /** Whether at most one command of the action runs. */
  readonly isExclusive?: boolean;
  /** Whether its batches run one after the other, in the order of the items. */
  readonly isSequential?: boolean | ((params: Params) => boolean);
  /** The most items of a command that names no limit. */
  readonly queryLimit?: number;
  /** `standardRetries` when left out. */
  readonly retries?: RetryPolicy;
  /**
   * Reads the parameters, when the command is submitted and again when it runs.
   *
   * @throws AppError request.invalid, permission.denied naming the parameter and the action
   */
  parse(params: BulkParams, context: ParseContext): Params;
  /**
   * The items of commands that are neither about a query nor about a list of ids, in parts of bounded
   * size. Left early when the command is aborted.
   */
  items?(context: CommandContext<Params>): AsyncIterable<readonly string[]>;
  /** The result of a command that has done nothing yet, shown once all items are known. */
  initialResult?(params: Params): BulkResult;
  /**
   * Does the work in one unit of the user who submitted the command. When it throws, the unit is
   * rolled back and the items are done one by one; an item that fails alone is counted as failed.
   */
  run?(unit: WriteUnit, batch: Batch<Params>): Promise<BatchOutcome>;
  /**
   * Instead of `run`, for work that opens its unit itself: calls `settle` once, as the last statement in it.
   * Work outside of that unit may be done again.
   */
  runApart?(
    batch: Batch<Params>,
    settle: (unit: WriteUnit, outcome: BatchOutcome) => Promise<void>,
  ): Promise<void>;
  /** How the items are done together, where that depends on the parameters. */
  batching?(params: Params, services: BulkServices): Batching;
  /** The text of the status for an item that failed; by default names the action and the item. */
  describeFailure?(itemId: string, reason: string, params: Params): string;
  /** After all items, before the command is complete. May run again after a crash. */
  finish?(context: CommandContext<Params>): Promise<FinishOutcome>;
}

/** An action with the type of its parameters erased. */
export type BulkAction = BulkActionDefinition<unknown>;

/** Declares an action. */
export function defineBulkAction<Params>(definition: BulkActionDefinition<Params>): BulkAction {
  return definition as unknown as BulkAction;
}

export const standardRetries: RetryPolicy = {
  maxRetries: 3,
  delayMs: 500,
  maxDelayMs: 10_000,
};
