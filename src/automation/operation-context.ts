import type { Readable } from 'node:stream';
import type { ErrorDisplay } from '../base/errors/error-display.ts';
import type { Logger } from '../base/log.ts';
import type { BlobSource } from '../blobs/blob-source.ts';
import type { Workbench } from '../conversion/workshop.ts';
import type { DocumentShape } from '../model/content-model.ts';
import type { Principal } from '../model/principal.ts';
import type { BlobValue, Properties } from '../model/value.ts';
import type { BlobNaming, BlobServices } from '../repository/attachments/blobs.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import type { PageProviders } from '../repository/search/page-providers.ts';
import type { ReadUnit, RepositoryContext, WriteUnit } from '../repository/unit/unit.ts';
import type { ReadHandle } from '../storage/database.ts';
import type { BackgroundWait } from './background-work.ts';
import type { TraceRecorder } from './traces.ts';
import type { UiAction } from './ui-action.ts';
import type {
  BlobList,
  DocumentList,
  OperationBlob,
  PropertyMap,
  Value,
  ValueMap,
  WorkingDocument,
} from './values.ts';

/** Last in, first out with `pop`; `shift` removes from the bottom. */
export interface Stacks {
  readonly document: WorkingDocument[];
  readonly documents: DocumentList[];
  readonly blob: OperationBlob[];
  readonly bloblist: BlobList[];
}

export interface SubRun {
  readonly input: Value;
  /** Parameters of the chain or operation; those of the enclosing run apply too, after these. */
  readonly params?: ReadonlyMap<string, unknown>;
  /** Variables set by the run are not visible outside. */
  readonly isolates?: boolean;
  /** Set before the run; seen by it alone when it is isolated. */
  readonly variables?: ReadonlyMap<string, Value>;
  /** Commits the changes so far and runs in a separate transaction. */
  readonly newTransaction?: { readonly timeoutMs: number; readonly rethrows: boolean };
}

/** An input and variables of a part of an execution. */
export interface WorkScope {
  readonly input: Value;
  /** Operations and scripts change it. */
  readonly variables: Map<string, Value>;
}

/** Until when an operation waits for work of others. */
export interface StoredWait {
  readonly timeoutMs: number;
  /** Called again and again. */
  isDone(handle: ReadHandle): Promise<boolean>;
}

/** Whether a caller may run an operation or chain that a parameter names. */
export type OperationStanding = 'allowed' | 'denied' | 'unknown';

/** The context of an operation: on whose behalf it runs, and all that it may do. */
export interface OperationContext {
  readonly repository: RepositoryContext;
  readonly principal: Principal;
  /** One instant for the whole execution. */
  readonly nowMs: number;
  readonly log: Logger;
  /** The input as received, independent of the kind that the method declared. */
  readonly input: Value;
  /** Shared by the steps of a run. */
  readonly variables: Map<string, Value>;
  readonly stacks: Stacks;
  /** Aborts when the execution is cancelled. */
  readonly signal: AbortSignal | undefined;
  /** Whether the definition of a chain names the operation, and not a caller. */
  readonly isStepOfChain: boolean;
  /**
   * For each of many objects that one operation changes: lets other requests run, and counts the
   * work of the transaction.
   *
   * @throws AppError transaction.too-large, operation.timeout
   */
  takeTurn(steps?: number): Promise<void>;
  /**
   * Waits for something outside of the store, such as another server. Other units may wait for the
   * transaction meanwhile, so the signal aborts at its time limit; and when the client disconnects.
   *
   * @throws AppError transaction.too-large
   */
  awaitOutside<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T>;
  /** Rows and contents within the transaction of the execution. */
  readonly blobServices: BlobServices;
  readonly pageProviders: PageProviders;
  /** Converts files, within `awaitOutside`. */
  readonly workbench: Workbench;
  readonly errorDisplay: ErrorDisplay;
  readonly traces: TraceRecorder;
  /** Of the configuration, in their order. */
  readonly uiActions: readonly UiAction[];

  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T>;
  /** As `read`, for queries that callers wrote: stopped at the time limit. @throws AppError store.timeout */
  readBounded<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T>;
  /** Opens the transaction's writer if no operation has yet; it stays open until the end. */
  write<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T>;

  /**
   * Work of any length before the first change of the execution, in units of its own: each is
   * committed at once, so no other unit waits for long. It must leave nothing that is visible.
   * Undefined when the execution has changed something: its transaction is open then.
   */
  prepare<T>(
    work: (write: <R>(unit: (unit: WriteUnit) => Promise<R>) => Promise<R>) => Promise<T>,
  ): Promise<T> | undefined;

  /** With the caller's rights. @throws AppError document.not-found, permission.denied */
  load(reference: DocumentReference): Promise<WorkingDocument>;
  /** The document a context variable names, whatever form it has; null when it is not set. */
  loadVariable(name: string): Promise<WorkingDocument | null>;

  /**
   * The given pairs as property values of the shape: texts decoded by type, nested xpaths applied
   * to `current`, blobs stored. They must be saved in this execution.
   *
   * @throws AppError property.invalid, blob.reference-invalid
   */
  readProperties(
    pairs: PropertyMap,
    target: { readonly shape: DocumentShape; readonly current?: Properties },
  ): Promise<Properties>;

  /** A stored blob of the content; small ones may still be in memory. */
  storeBlob(blob: OperationBlob): Promise<BlobValue>;
  /** Stores generated content. It is removed after the response unless a document refers to it. */
  createBlob(source: BlobSource, naming: BlobNaming): Promise<OperationBlob>;
  openBlob(blob: OperationBlob): Promise<Readable>;

  /**
   * Commits the changes so far and waits until the full text of everything stored is searchable,
   * and, if requested, the audit is complete. False when the time limit was reached before.
   */
  awaitBackground(options: BackgroundWait): Promise<boolean>;
  /** As `awaitBackground`, for other work in the store. */
  awaitStored(options: StoredWait): Promise<boolean>;

  /** The blob that JSON of a client names, such as `{"upload-batch": …}`. @throws AppError */
  loadBlob(json: ValueMap): Promise<OperationBlob>;

  /**
   * The same execution with another input and other variables, for what definitions of the server
   * name: chains that callers may not call can be run in it.
   */
  within(scope: WorkScope): OperationContext;
  /**
   * Does a part of the execution on behalf of another principal, in the same transaction. What that
   * part began with `login` ends with it.
   */
  runAs<T>(principal: Principal, work: () => Promise<T>): Promise<T>;
  /** From here on the execution acts on behalf of the principal, until `logout`. */
  login(principal: Principal): void;
  logout(): void;
  /**
   * Until the work ends nothing of the execution can be committed: it is stored as a whole, together
   * with what is before and after it.
   */
  asOneTransaction<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Commits the changes so far, and does the work in a transaction of its own: an error rolls back
   * that work only.
   */
  inOwnTransaction<T>(work: () => Promise<T>): Promise<T>;

  /** Runs another operation or chain. @throws AppError operation.not-found */
  run(id: string, options: SubRun): Promise<Value>;
  /** Whether the caller, or another user, could call that operation or chain from outside. */
  standingOf(id: string, of?: Principal): OperationStanding;
  /** The value of an expression or template, without `expr:`. */
  evaluate(text: string): Promise<Value>;
  /** The text that a template makes of the input: `ftl` has directives, `mvel` only `@{expression}`. */
  render(template: string, language: 'ftl' | 'mvel'): Promise<string>;
  /** Runs statements for their effects on variables and documents; returns the last value. */
  runScript(text: string): Promise<Value>;
}
