import type { Readable } from 'node:stream';
import type { ErrorDisplay } from '../base/errors/error-display.ts';
import type { Logger } from '../base/log.ts';
import type { BlobSource } from '../blobs/blob-source.ts';
import type { Workbench } from '../conversion/workshop.ts';
import type { DocumentShape } from '../model/content-model.ts';
import type { Principal } from '../model/principal.ts';
import type { BlobValue, Properties } from '../model/value.ts';
import type { BlobNaming, BlobServices } from '../repository/attachments/blobs.ts';
import { findEntryPaths } from '../repository/directories/entry-paths.ts';
import { type DocumentReference, getDocument } from '../repository/documents/documents.ts';
import { getDocuments } from '../repository/documents/load-documents.ts';
import { getShownDocument } from '../repository/documents/shown-document.ts';
import type { PageProviders } from '../repository/search/page-providers.ts';
import {
  type ReadUnit,
  type RepositoryContext,
  unitAtPresent,
  type WriteUnit,
} from '../repository/unit/unit.ts';
import type { BackgroundWait } from './background-work.ts';
import { decodeDocument, TypeMismatch, typeMismatch, type ValueLoader } from './decode-value.ts';
import type { Execution } from './execution.ts';
import type {
  OperationContext,
  OperationStanding,
  Stacks,
  StoredWait,
  SubRun,
  WorkScope,
} from './operation-context.ts';
import { standingOf } from './operation-standing.ts';
import { readPropertyValues } from './property-values.ts';
import { parseReference } from './reference-text.ts';
import type { TraceRecorder } from './traces.ts';
import type { UiAction } from './ui-action.ts';
import {
  kindOf,
  OperationBlob,
  type PropertyMap,
  toJson,
  type Value,
  type ValueMap,
  type WorkingDocument,
} from './values.ts';

/** One run of steps and their shared state. An isolated sub-run has its own variables. */
export interface Run {
  readonly execution: Execution;
  readonly variables: Map<string, Value>;
  /** Parameters of the request or of the run, as JSON. */
  readonly params: ReadonlyMap<string, unknown>;
  /** How deep runs are nested. */
  readonly depth: number;
  /** Its operations are steps that the definition of a chain names. */
  readonly isOfChain?: boolean;
}

/** Actions that need the executor and the expressions; passed in, as both need contexts themselves. */
export interface StepActions {
  /** The same for what definitions of the server name, and not a caller. */
  ofDefinition(): StepActions;
  run(run: Run, id: string, options: SubRun): Promise<Value>;
  evaluate(context: StepContext, text: string): Promise<Value>;
  render(
    context: StepContext,
    ...template: Parameters<OperationContext['render']>
  ): Promise<string>;
  runScript(context: StepContext, text: string): Promise<Value>;
}

/** The context of one step. */
export class StepContext implements OperationContext, ValueLoader {
  readonly owner: Run;
  readonly input: Value;
  readonly #actions: StepActions;

  constructor(owner: Run, input: Value, actions: StepActions) {
    this.owner = owner;
    this.input = input;
    this.#actions = actions;
  }

  get repository(): RepositoryContext {
    return this.owner.execution.services.repository;
  }

  get principal(): Principal {
    const { logins, context } = this.owner.execution;
    return logins.current ?? context.principal;
  }

  get nowMs(): number {
    return this.owner.execution.context.nowMs;
  }

  get log(): Logger {
    return this.owner.execution.services.log;
  }

  get variables(): Map<string, Value> {
    return this.owner.variables;
  }

  get isStepOfChain(): boolean {
    return this.owner.isOfChain === true;
  }

  get stacks(): Stacks {
    return this.owner.execution.stacks;
  }

  get signal(): AbortSignal | undefined {
    return this.owner.execution.caller.signal;
  }

  takeTurn(steps?: number): Promise<void> {
    return this.owner.execution.takeTurn(steps);
  }

  awaitOutside<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const { transaction, caller } = this.owner.execution;
    return transaction.budget.bounded((expiry) => {
      const signals = [caller.signal, caller.request?.signal, expiry].filter(
        (signal) => signal !== undefined,
      );
      return work(signals.length > 1 ? AbortSignal.any(signals) : signals[0]);
    });
  }

  prepare<T>(
    work: (write: <R>(unit: (unit: WriteUnit) => Promise<R>) => Promise<R>) => Promise<T>,
  ): Promise<T> | undefined {
    const { transaction, services, context } = this.owner.execution;
    if (transaction.isOpen) return undefined;
    return work((unit) =>
      services.database.write((handle) => unit(this.#ownUnit(unitAtPresent(handle, context)))),
    );
  }

  get pageProviders(): PageProviders {
    return this.owner.execution.services.pageProviders;
  }

  get workbench(): Workbench {
    const { services, caller } = this.owner.execution;
    const { username: user } = caller.principal;
    return services.workshop.for({ is: caller.request ? 'request' : 'background', user });
  }

  get traces(): TraceRecorder {
    return this.owner.execution.services.traces;
  }

  get uiActions(): readonly UiAction[] {
    return this.owner.execution.services.uiActions;
  }

  get errorDisplay(): ErrorDisplay {
    return this.owner.execution.services.errorDisplay;
  }

  get blobServices(): BlobServices {
    return this.owner.execution.transaction.services;
  }

  async referenceTo(text: string): Promise<DocumentReference> {
    return parseReference(text, text.startsWith('.') ? await this.#inputPath() : null);
  }

  /** Null when the input names no document. An operation without input may not have loaded it yet. */
  async #inputPath(): Promise<string | null> {
    if (this.input === null || kindOf(this.input) !== 'document') return null;
    const document = await decodeDocument(this.input, this);
    return document instanceof TypeMismatch ? null : document.path;
  }

  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    return this.owner.execution.transaction.read((unit) => work(this.#ownUnit(unit)));
  }

  readBounded<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    const { transaction, services } = this.owner.execution;
    return transaction.read((unit) => work(this.#ownUnit(unit)), {
      timeLimitMs: services.queryTimeLimitMs,
    });
  }

  write<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> {
    return this.owner.execution.transaction.write((unit) => work(this.#ownUnit(unit)));
  }

  /** On behalf of the principal for whom the execution acts now. */
  #ownUnit<U extends ReadUnit>(unit: U): U {
    const { current } = this.owner.execution.logins;
    return current ? { ...unit, principal: current } : unit;
  }

  within({ input, variables }: WorkScope): OperationContext {
    const owner = { ...this.owner, variables, params: new Map<string, unknown>() };
    return new StepContext(owner, input, this.#actions.ofDefinition());
  }

  runAs<T>(principal: Principal, work: () => Promise<T>): Promise<T> {
    return this.owner.execution.logins.runAs(principal, work);
  }

  login(principal: Principal): void {
    this.owner.execution.logins.login(principal);
  }

  logout(): void {
    this.owner.execution.logins.logout();
  }

  inOwnTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.owner.execution.inOwnTransaction(work);
  }

  asOneTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.owner.execution.asOneTransaction(work);
  }

  async load(reference: DocumentReference): Promise<WorkingDocument> {
    const { execution } = this.owner;
    if (execution.transaction.isOpen) return this.read((unit) => getDocument(unit, reference));
    // Most are read again and again.
    return execution.copyOfRead(await this.read((unit) => getShownDocument(unit, reference)));
  }

  loadAll(references: readonly DocumentReference[]): Promise<readonly WorkingDocument[]> {
    if (references.length === 0) return Promise.resolve([]);
    return this.read((unit) => getDocuments(unit, references));
  }

  async loadVariable(name: string): Promise<WorkingDocument | null> {
    const value = this.variables.get(name) ?? null;
    if (value === null) return null;
    const document = await decodeDocument(value, this);
    if (document instanceof TypeMismatch)
      throw typeMismatch(`(context variable) ${name}`, document);
    return document;
  }

  /** The stored document with the properties of the entity as unsaved changes. */
  async loadEntity(entity: ValueMap): Promise<WorkingDocument> {
    const id = entity.get('uid') ?? entity.get('id');
    if (typeof id !== 'string' || id.trim() === '') {
      throw typeMismatch(
        'input',
        new TypeMismatch('a document entity with the uid of a stored document'),
      );
    }
    const token = entity.get('changeToken');
    const lastSeen = typeof token === 'string' && token !== '' ? { lastSeenToken: token } : {};
    const document: WorkingDocument = { ...(await this.load({ id })), ...lastSeen };
    const given = entity.get('properties');
    if (!(given instanceof Map)) return document;
    const pairs = new Map([...given].map(([key, value]) => [key, toJson(value)]));
    const unsaved = await this.readProperties(pairs, document);
    return { ...document, properties: { ...document.properties, ...unsaved }, unsaved };
  }

  async loadBlob(json: ValueMap): Promise<OperationBlob> {
    const blob = await this.owner.execution.findBlob(json);
    if (!blob) throw typeMismatch('blob', new TypeMismatch('a blob, such as {"upload-batch": …}'));
    return blob;
  }

  readProperties(
    pairs: PropertyMap,
    target: {
      readonly shape: DocumentShape;
      readonly current?: Properties;
      readonly properties?: Properties;
    },
  ): Promise<Properties> {
    const { caller, held } = this.owner.execution;
    return readPropertyValues(pairs, {
      model: this.repository.model,
      shape: target.shape,
      current: target.current ?? target.properties ?? {},
      baseUrl: caller.baseUrl,
      resolveBlob: ({ input }) => held.resolveForDocument(input),
      findStoredValues: (ids) => this.read((unit) => findEntryPaths(unit, ids)),
    });
  }

  storeBlob(blob: OperationBlob): Promise<BlobValue> {
    return this.owner.execution.storeBlob(blob);
  }

  async createBlob(source: BlobSource, naming: BlobNaming): Promise<OperationBlob> {
    return OperationBlob.stored((await this.owner.execution.stageGenerated(source, naming)).blob);
  }

  openBlob(blob: OperationBlob): Promise<Readable> {
    return this.owner.execution.openBlob(blob);
  }

  awaitBackground(options: BackgroundWait): Promise<boolean> {
    return this.owner.execution.awaitBackground(options);
  }

  awaitStored(options: StoredWait): Promise<boolean> {
    return this.owner.execution.awaitStored(options);
  }

  standingOf(id: string, of?: Principal): OperationStanding {
    const { services, caller } = this.owner.execution;
    const { principal: own, isSecure = false } = caller;
    const principal = of ?? own;
    return standingOf(services, id, { principal, isSecure });
  }

  run(id: string, options: SubRun): Promise<Value> {
    return this.#actions.run(this.owner, id, options);
  }

  evaluate(text: string): Promise<Value> {
    return this.#actions.evaluate(this, text);
  }

  render(...template: Parameters<OperationContext['render']>): Promise<string> {
    return this.#actions.render(this, ...template);
  }

  runScript(text: string): Promise<Value> {
    return this.#actions.runScript(this, text);
  }
}
