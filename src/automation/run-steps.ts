import { AppError } from '../base/errors/app-error.ts';
import type { ChainStep } from './chain.ts';
import { decodeDocument, decodeDocuments, TypeMismatch } from './decode-value.ts';
import type { AnyMethod, InputKind, Operation } from './define.ts';
import { evaluateIn, renderIn, runScriptIn } from './evaluation.ts';
import type { Execution } from './execution.ts';
import { chooseMethod } from './method-choice.ts';
import { runNested } from './nested-run.ts';
import type { OperationContext, SubRun } from './operation-context.ts';
import { describeFailure } from './operation-error.ts';
import {
  dependsOnInput,
  type ParameterSources,
  readParameters,
  requireChainParameters,
} from './parameters.ts';
import { passThrough } from './pass-through.ts';
import type { Runnable } from './registry.ts';
import { type Run, type StepActions, StepContext } from './step-context.ts';
import {
  BlobList,
  DocumentList,
  isList,
  OperationBlob,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type WorkingDocument,
} from './values.ts';

/** Nesting of runs; a deeper one is almost certainly a chain that calls itself. */
const runDepthMax = 50;

const noParams: ReadonlyMap<string, unknown> = new Map();

/** Runs an operation, or the steps of a chain one after the other; returns the last output. */
export async function runSteps(run: Run, runnable: Runnable, input: Value): Promise<Value> {
  if (run.depth > runDepthMax) {
    throw new AppError(
      'operation.failed',
      `Operations call each other more than ${runDepthMax} deep`,
    );
  }
  if (runnable.kind === 'operation') {
    return runOperation(run, { operation: runnable.operation, fixed: noParams }, input);
  }
  requireChainParameters(runnable.chain, run);
  return run.execution.logins.ending(async () => {
    let value = input;
    for (const step of runnable.chain.steps) {
      value = await runStep({ ...run, isOfChain: true }, step, value);
    }
    return value;
  });
}

/** A step may itself name a chain. */
async function runStep(run: Run, step: ChainStep, input: Value): Promise<Value> {
  const runnable = run.execution.services.registry.get(step.operation);
  if (runnable.kind === 'operation') {
    return runOperation(run, { operation: runnable.operation, fixed: step.params }, input);
  }
  const params = new Map([...run.params, ...step.params]);
  return runSteps({ ...run, params, depth: run.depth + 1 }, runnable, input);
}

interface Step {
  readonly operation: Operation;
  /** Parameters that the chain's definition fixes. */
  readonly fixed: ReadonlyMap<string, unknown>;
}

async function runOperation(run: Run, { operation, fixed }: Step, input: Value): Promise<Value> {
  await run.execution.takeTurn();
  const { method, isLooped } = chooseMethod(operation, input);
  const sources: ParameterSources = { step: fixed, run: run.params, variables: run.variables };
  // Callers cannot choose the parameters that the definition of a chain gives.
  const actions = new CallActions({ isNamedByDefinition: fixed.has('id') });
  const call: Call = { run, operation, method, sources, actions };
  return isLooped ? runForEach(call, input) : runOnce(call, input);
}

/** The context of work that is no operation; a definition of the server names what it runs. */
export function contextOfWork(execution: Execution): OperationContext {
  const run: Run = { execution, variables: new Map(), params: noParams, depth: 0 };
  return new StepContext(run, null, new CallActions({ isNamedByDefinition: true }));
}

/** The actions of one call of an operation. */
class CallActions implements StepActions {
  readonly #isNamedByDefinition: boolean;
  #hasRunOthers = false;

  constructor({ isNamedByDefinition }: { readonly isNamedByDefinition: boolean }) {
    this.#isNamedByDefinition = isNamedByDefinition;
  }

  ofDefinition(): StepActions {
    return new CallActions({ isNamedByDefinition: true });
  }

  get hasRunOthers(): boolean {
    return this.#hasRunOthers;
  }

  run(run: Run, id: string, options: SubRun): Promise<Value> {
    this.#hasRunOthers = true;
    const isNamedByDefinition = this.#isNamedByDefinition;
    return runNested({ run, isNamedByDefinition, runSteps }, id, options);
  }

  async evaluate(context: StepContext, text: string): Promise<Value> {
    return evaluateIn(await withLoadedInput(context, this), text);
  }

  async render(
    context: StepContext,
    ...template: Parameters<OperationContext['render']>
  ): Promise<string> {
    return renderIn(await withLoadedInput(context, this), ...template);
  }

  async runScript(context: StepContext, text: string): Promise<Value> {
    return runScriptIn(await withLoadedInput(context, this), text);
  }
}

/** Expressions read documents, also in operations without input. */
async function withLoadedInput(context: StepContext, actions: StepActions): Promise<StepContext> {
  const { input, owner } = context;
  const loaded = await loadInput(context, input);
  return loaded === input ? context : new StepContext(owner, loaded, actions);
}

async function loadInput(context: StepContext, input: Value): Promise<Value> {
  if (input instanceof UnloadedDocument) return context.load(input.reference);
  if (!(input instanceof UnloadedDocuments)) return input;
  return new DocumentList(await context.loadAll(input.references));
}

interface Call {
  readonly run: Run;
  readonly operation: Operation;
  readonly method: AnyMethod;
  readonly sources: ParameterSources;
  readonly actions: CallActions;
}

type Params = Readonly<Record<string, unknown>>;

async function runOnce(call: Call, given: Value, known?: Params): Promise<Value> {
  const { run, operation, method, actions } = call;
  const before = new StepContext(run, given, actions);
  const input =
    method.input === 'void' && dependsOnInput(call.sources)
      ? await loadInput(before, given)
      : await adaptInput(method.input, given, before);
  // A list is loaded already, and has the state of its page.
  const isAsGiven = input === given || given instanceof DocumentList;
  const context = isAsGiven ? before : new StepContext(run, input as Value, actions);
  const params = known ?? (await readParameters(operation, call.sources, context));
  const output = await invoke(call, context, { input, params });
  if (output === undefined || output === null) {
    // An operation without input and output passes its input on.
    if (method.input !== 'void' || method.output !== 'void') return null;
    return actions.hasRunOthers ? passThrough(context, given) : given;
  }
  return wrapOutput(method, output);
}

async function invoke(
  { operation, method }: Call,
  context: StepContext,
  { input, params }: { input: unknown; params: Params },
): Promise<unknown> {
  context.owner.execution.trace?.step(operation.id, context.input, params);
  try {
    return await method.run(context, input as never, params as never);
  } catch (error) {
    throw describeFailure(error, operation);
  }
}

/** Converts plain arrays to the declared kind of list. */
function wrapOutput(method: AnyMethod, output: unknown): Value {
  if (!Array.isArray(output)) return output as Value;
  if (method.output === 'documents') return new DocumentList(output as WorkingDocument[]);
  return method.output === 'bloblist' ? new BlobList(output as OperationBlob[]) : (output as Value);
}

/** In order; elements without a result are left out. Parameters may depend on the element. */
async function runForEach(call: Call, input: Value): Promise<Value> {
  const elements = await elementsOf(call, input);
  const areFixed = !dependsOnInput(call.sources);
  let params: Params | undefined;
  const outputs: Value[] = [];
  for (const element of elements) {
    await call.run.execution.takeTurn();
    if (areFixed) {
      const context = new StepContext(call.run, element, call.actions);
      params ??= await readParameters(call.operation, call.sources, context);
    }
    const output = await runOnce(call, element, params);
    if (output !== null) outputs.push(output);
  }
  return collect(call.method, outputs);
}

async function elementsOf({ run, actions, method }: Call, input: Value): Promise<readonly Value[]> {
  if (method.input === 'blob') return blobsOf(input);
  const context = new StepContext(run, input, actions);
  return expectInput(await decodeDocuments(input, context));
}

function collect(method: AnyMethod, outputs: readonly Value[]): Value {
  switch (method.output) {
    case 'blob':
      return new BlobList(outputs as OperationBlob[]);
    case 'bloblist':
      return new BlobList((outputs as BlobList[]).flatMap(({ items }) => items));
    case 'documents':
      return new DocumentList((outputs as DocumentList[]).flatMap(({ items }) => items));
    case 'document':
    case 'void':
      return new DocumentList(outputs as WorkingDocument[]);
    default:
      return outputs;
  }
}

/** Converts the input to the kind of the method, which `chooseMethod` has checked. */
async function adaptInput(kind: InputKind, value: Value, context: StepContext): Promise<unknown> {
  switch (kind) {
    case 'void':
      return value;
    case 'document':
      return expectInput(await decodeDocument(value, context));
    case 'documents':
      return expectInput(await decodeDocuments(value, context));
    case 'bloblist':
      return blobsOf(value);
    case 'string':
      return String(value);
    case 'list':
      if (isList(value)) return value;
      return value instanceof BlobList
        ? value.items
        : expectInput(await decodeDocuments(value, context));
    case 'blob':
    case 'nuxeoprincipal':
      return value;
  }
}

function expectInput<T>(decoded: T | TypeMismatch): T {
  if (!(decoded instanceof TypeMismatch)) return decoded;
  throw new AppError('operation.input-mismatch', `input: expected ${decoded.expected}`);
}

function blobsOf(value: Value): readonly OperationBlob[] {
  if (value instanceof BlobList) return value.items;
  const items = isList(value) ? value : [value];
  return items.filter((item) => item instanceof OperationBlob);
}
