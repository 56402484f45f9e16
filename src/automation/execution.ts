import { Readable } from 'node:stream';
import { monotonicMs, sleepUnlessAborted } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { ErrorDisplay } from '../base/errors/error-display.ts';
import type { BlobKey } from '../base/ids.ts';
import type { Logger } from '../base/log.ts';
import type { BlobSource } from '../blobs/blob-source.ts';
import type { Workshop } from '../conversion/workshop.ts';
import { readBlob } from '../entities/blob-entity.ts';
import { parseOwnBlobUrl } from '../entities/blob-url.ts';
import type { Document } from '../model/document.ts';
import type { Principal } from '../model/principal.ts';
import type { BlobValue } from '../model/value.ts';
import { type LeasedBlob, stageWithLease } from '../repository/attachments/blob-leases.ts';
import type { BlobNaming, BlobServices } from '../repository/attachments/blobs.ts';
import { HeldBlobs } from '../repository/attachments/held-blobs.ts';
import { withStoredType } from '../repository/attachments/typed-blob.ts';
import type { PageProviders } from '../repository/search/page-providers.ts';
import {
  createUnitContext,
  type RepositoryContext,
  type UnitContext,
} from '../repository/unit/unit.ts';
import type { QueryMeter, ReadHandle } from '../storage/database.ts';
import type { AccessRules } from './access-rules.ts';
import {
  type BackgroundWait,
  type BackgroundWork,
  isIndexing,
  startIndexing,
} from './background-work.ts';
import { Logins } from './logins.ts';
import type { Stacks, StoredWait } from './operation-context.ts';
import type { OperationRegistry } from './registry.ts';
import { isRunAgain } from './repetition.ts';
import type { Trace, TraceRecorder } from './traces.ts';
import { Transaction } from './transaction.ts';
import type { TransactionLimits } from './transaction-budget.ts';
import type { UiAction } from './ui-action.ts';
import {
  BlobList,
  OperationBlob,
  toJson,
  type Value,
  type ValueMap,
  type WorkingDocument,
} from './values.ts';

/** The services that all executions of a server share. */
export interface AutomationServices extends BlobServices {
  readonly registry: OperationRegistry;
  readonly accessRules: AccessRules;
  readonly repository: RepositoryContext;
  readonly pageProviders: PageProviders;
  readonly workshop: Workshop;
  readonly log: Logger;
  /** For queries that callers wrote. */
  readonly queryTimeLimitMs: number;
  readonly background: BackgroundWork;
  readonly errorDisplay: ErrorDisplay;
  readonly traces: TraceRecorder;
  readonly uiActions: readonly UiAction[];
  readonly transactionLimits: TransactionLimits;
}

/** On whose behalf and within which bounds an operation or chain runs. */
export interface Caller {
  readonly principal: Principal;
  /** `http://host:8080/nuxeo/`: blob references that begin with it belong to this server. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Upload batches are kept after use. */
  readonly keepsBatches: boolean;
  readonly meter?: QueryMeter;
  readonly signal?: AbortSignal;
  /**
   * That waits for the result; its signal aborts when the client disconnects. Files that were being made for it are
   * not finished.
   */
  readonly request?: { readonly signal: AbortSignal };
  /** Whether the call came over HTTPS; false if unknown. */
  readonly isSecure?: boolean;
}

/** How long work without any waiting continues before other requests run; as long as reads do. */
const turnMs = 5;
/** How often to check whether background work is done, and the time reserved for the response. */
const backgroundPollMs = 50;
const answerMs = 500;
const neverAborted = new AbortController().signal;

/** One run of an operation or chain: its transaction, its variables and its held blobs. */
export class Execution {
  readonly services: AutomationServices;
  readonly caller: Caller;
  readonly context: UnitContext;
  readonly transaction: Transaction;
  readonly logins = new Logins();
  /** What it does, while that is recorded. */
  trace: Trace | undefined;
  #held: HeldBlobs | undefined;
  #hasGenerated = false;
  #stacks: Stacks | undefined;
  #wholeParts = 0;
  #timeoutMs: number;
  #deadlineMs: number;
  #turnStartMs = monotonicMs();
  #lastRead: { readonly document: Document; readonly copy: WorkingDocument } | undefined;

  /** @param isRepeatable see `Operation.isRepeatable` */
  constructor(services: AutomationServices, caller: Caller, isRepeatable = false) {
    this.services = services;
    this.caller = caller;
    this.context = createUnitContext(services.repository, caller.principal);
    this.transaction = new Transaction(services, {
      context: this.context,
      limits: services.transactionLimits,
      isRepeatable,
      meter: caller.meter,
    });
    this.#timeoutMs = caller.timeoutMs;
    this.#deadlineMs = this.#turnStartMs + caller.timeoutMs;
  }

  async asOneTransaction<T>(work: () => Promise<T>): Promise<T> {
    this.#wholeParts += 1;
    try {
      return await work();
    } finally {
      this.#wholeParts -= 1;
    }
  }

  /**
   * The document for operations. They get a copy, because rows beside the document may have changed when it is
   * shown; see `documentAsRead`.
   */
  copyOfRead(document: Document): WorkingDocument {
    const copy = { ...document };
    this.#lastRead = { document, copy };
    return copy;
  }

  /** The document that was read last, if that is the result and nothing has been changed. */
  documentAsRead(result: Value): Document | undefined {
    const { isOpen, isPartlyCommitted } = this.transaction;
    if (isOpen || isPartlyCommitted || this.#lastRead?.copy !== result) return undefined;
    return this.#lastRead.document;
  }

  /** The caller has cancelled the execution. */
  get isAborted(): boolean {
    return this.caller.signal?.aborted === true;
  }

  /** Whether anything was ever held. */
  get hasHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Few chains use them. */
  get stacks(): Stacks {
    this.#stacks ??= { document: [], documents: [], blob: [], bloblist: [] };
    return this.#stacks;
  }

  /** Created when a blob is to be held: most calls have none. */
  get held(): HeldBlobs {
    this.#held ??= new HeldBlobs(this.transaction.services, this.context);
    return this.#held;
  }

  /** @throws AppError operation.timeout, request.invalid when the caller has disconnected */
  checkTime(nowMs = monotonicMs()): void {
    if (this.isAborted) throw new AppError('request.invalid', 'Aborted by the caller');
    if (nowMs <= this.#deadlineMs) return;
    throw new AppError('operation.timeout', 'The transaction took longer than its timeout');
  }

  get deadlineMs(): number {
    return this.#deadlineMs;
  }

  /** How long the present transaction may take in all. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /**
   * Before each step: thousands of steps that never wait for the store would block all other
   * requests. `steps` are counted at once.
   *
   * @throws AppError transaction.too-large; as `checkTime`
   */
  async takeTurn(steps = 1): Promise<void> {
    const nowMs = monotonicMs();
    this.checkTime(nowMs);
    this.transaction.budget.charge(steps);
    if (nowMs - this.#turnStartMs < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnStartMs = monotonicMs();
  }

  /**
   * Makes the changes so far durable; blobs that only the result shows stay held.
   *
   * @throws AppError store.*
   */
  async commit(result: Value): Promise<void> {
    this.checkTime();
    const { isOpen, isPartlyCommitted } = this.transaction;
    const hasChanges = isOpen || isPartlyCommitted || this.#hasGenerated;
    if (hasChanges && this.hasHeld && !this.held.isEmpty) {
      await this.transaction.write((unit) =>
        this.held.release(unit.handle, {
          keepsBatches: this.caller.keepsBatches,
          except: new Set(storedBlobsOf(result).map(({ key }) => key)),
        }),
      );
    }
    await this.transaction.commit();
  }

  /**
   * Makes the changes so far durable; the execution continues and may still use its held blobs.
   *
   * @throws AppError store.*, operation.timeout, operation.failed where nothing can be committed yet
   */
  async commitSoFar(): Promise<void> {
    this.checkTime();
    if (this.#wholeParts > 0) {
      throw new AppError(
        'operation.failed',
        'A step of a workflow is one transaction: its chains cannot wait for other work, or run operations in transactions of their own',
      );
    }
    await this.transaction.commit();
  }

  /**
   * Commits the changes so far, and does the work in a transaction of its own: an error rolls back
   * that work only. See `isRunAgain` for when it is repeated.
   *
   * @throws AppError of the work; as `commitSoFar`
   */
  async inOwnTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.commitSoFar();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const value = await work();
        await this.commitSoFar();
        return value;
      } catch (error) {
        await this.transaction.rollback();
        if (!isRunAgain(error, attempt)) throw error;
      }
    }
  }

  /**
   * Waits for the full text; false when the time limit was reached before. That work needs the
   * writer, so the changes so far are committed first.
   *
   * @throws AppError store.*, operation.timeout, request.invalid when the caller has disconnected
   */
  async awaitBackground({ timeoutMs, includesAudit }: BackgroundWait): Promise<boolean> {
    await this.commitSoFar();
    const { database, background } = this.services;
    await startIndexing(database, background);
    const isDone = async (handle: ReadHandle) => !(await isIndexing(handle, background));
    if (!(await this.awaitStored({ timeoutMs, isDone }))) return false;
    if (includesAudit) await background.settleAudit();
    return true;
  }

  /**
   * Commits the changes so far, and waits for work of others in the store; false when the time limit
   * was reached before.
   *
   * @throws AppError store.*, operation.timeout, request.invalid when the caller has disconnected
   */
  async awaitStored({ timeoutMs, isDone }: StoredWait): Promise<boolean> {
    await this.commitSoFar();
    const untilMs = Math.min(monotonicMs() + timeoutMs, this.#deadlineMs - answerMs);
    while (!(await this.services.database.read(isDone))) {
      const leftMs = untilMs - monotonicMs();
      if (leftMs <= 0) return false;
      const pauseMs = Math.min(backgroundPollMs, leftMs);
      await sleepUnlessAborted(pauseMs, this.caller.signal ?? neverAborted);
      this.checkTime();
    }
    return true;
  }

  /** Starts the time of a transaction after the previous one has ended. */
  restartClock(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#deadlineMs = monotonicMs() + timeoutMs;
  }

  stage(source: BlobSource, naming: BlobNaming): Promise<LeasedBlob> {
    return this.#stageIn(this.transaction.services, source, naming);
  }

  /**
   * As `stage`, for generated content: as long as nothing is changed the lease is committed at once, and
   * the writer is not held while the next content is made. After a repetition it stays until it expires.
   */
  stageGenerated(source: BlobSource, naming: BlobNaming): Promise<LeasedBlob> {
    const { transaction, services, caller } = this;
    this.#hasGenerated = true;
    if (transaction.isOpen) return this.#stageIn(transaction.services, source, naming);
    return this.#stageIn(services, source, naming, caller.signal ?? caller.request?.signal);
  }

  async #stageIn(
    services: BlobServices,
    source: BlobSource,
    naming: BlobNaming,
    cancelled?: AbortSignal,
  ): Promise<LeasedBlob> {
    // An error event without a listener, after reading has ended, would end the process.
    if (source instanceof Readable) source.on('error', () => undefined);
    try {
      const leased = await this.transaction.budget.bounded((expiry) => {
        const signal = expiry ?? cancelled;
        return stageWithLease(services, source, signal ? { ...naming, signal } : naming);
      });
      this.held.hold(leased);
      return leased;
    } finally {
      if (source instanceof Readable) source.destroy();
    }
  }

  /** The blob that an object such as `{"upload-batch": …}` names; undefined for other objects. */
  async findBlob(json: ValueMap): Promise<OperationBlob | undefined> {
    const parseUrl = (text: string) => parseOwnBlobUrl(text, [this.caller.baseUrl]);
    const input = readBlob(toJson(json) as Record<string, unknown>, parseUrl);
    const blob = input.kind === 'unusable' ? undefined : await this.held.resolve(input);
    return blob && OperationBlob.stored(blob);
  }

  async storeBlob(blob: OperationBlob): Promise<BlobValue> {
    const { content } = blob;
    const stored = content instanceof Uint8Array ? (await this.stage(content, blob)).blob : content;
    return withStoredType(this.services, stored);
  }

  openBlob({ content }: OperationBlob): Promise<Readable> {
    return openContent(this.services, content);
  }
}

/** Bytes in memory are also returned as a stream. */
export async function openContent(
  services: BlobServices,
  content: OperationBlob['content'],
): Promise<Readable> {
  if (!(content instanceof Uint8Array)) return services.blobs.open(content.key as BlobKey);
  return Readable.from([content]);
}

/** Contents in the store that a result shows. */
export function storedBlobsOf(result: Value): readonly BlobValue[] {
  const blobs = result instanceof BlobList ? result.items : [result];
  return blobs.flatMap((blob) =>
    blob instanceof OperationBlob && !(blob.content instanceof Uint8Array) ? [blob.content] : [],
  );
}
