import { DocumentList, Instant, type Value, type ValueMap } from '../automation/values.ts';
import type { Document } from '../model/document.ts';
import type { VariableDefinition, WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { VariableValues } from '../model/workflow/workflow-state.ts';
import { type ModelPlace, named, stepFailed } from './failures.ts';
import type { LiveNode } from './live-instance.ts';
import { storePlanned } from './planned-tasks.ts';
import type { Step } from './step.ts';
import { decodeVariable, toValue } from './variables.ts';

const workflowVariables = 'WorkflowVariables';
const nodeVariables = 'NodeVariables';

/** An instance with its variables and nodes. */
type ScopeSource = Pick<Step, 'live' | 'model' | 'ending'>;

/** The names that expressions and chains of a model find. */
export function scopeOf(
  step: ScopeSource,
  node: WorkflowNode | undefined,
  documents: readonly Document[],
): Map<string, Value> {
  const { live } = step;
  const { id, initiator, parentId, parentNode } = live.stored;
  const attached = new DocumentList(documents);
  return new Map<string, Value>([
    [workflowVariables, valuesOf(step.model.variables, live.variables)],
    ['documents', attached],
    ['workflowDocuments', attached],
    ['workflowInstanceId', id],
    ['workflowInitiator', initiator],
    ['workflowStartTime', new Instant(live.startedMs)],
    ['workflowParent', parentId],
    ['workflowParentNode', parentNode],
    ...(node ? nodeScope(step, node) : []),
  ]);
}

function nodeScope(step: ScopeSource, node: WorkflowNode): readonly [string, Value][] {
  const live = step.live.node(node.id);
  const ending = step.ending?.nodeId === node.id ? step.ending : undefined;
  const variables = new Map(valuesOf(node.variables, live.variables));
  for (const [name, value] of taskScope(live)) variables.set(name, value);
  const instant = (ms: number | null) => (ms === null ? null : new Instant(ms));
  return [
    [nodeVariables, variables],
    ['nodeId', node.id],
    ['nodeState', live.state],
    ['state', live.state],
    ['nodeStartTime', instant(live.startedMs)],
    ['nodeEndTime', instant(live.endedMs)],
    ['nodeLastActor', live.lastActor],
    ['taskDueTime', instant(live.dueMs)],
    ['comment', ending?.comment ?? variables.get('comment') ?? null],
    ['button', live.button],
  ];
}

function taskScope({ button, tasks }: LiveNode): readonly [string, Value][] {
  const described = tasks.map(
    ({ id, actor, comment, status, isEnded }) =>
      new Map<string, Value>([
        ['taskDocId', id],
        ['actor', actor],
        ['comment', comment],
        ['status', status],
        ['ended', isEnded],
      ]),
  );
  return [
    ['button', button],
    ['numberOfTasks', tasks.length],
    ['numberOfProcessedTasks', tasks.filter(({ status }) => status !== null).length],
    ['tasks', described],
  ];
}

function valuesOf(definitions: readonly VariableDefinition[], values: VariableValues): ValueMap {
  return new Map(
    definitions.map((definition) => [
      definition.name,
      toValue(definition, values[definition.name] ?? null),
    ]),
  );
}

/** The value of an expression of the model. @throws AppError naming the place */
export async function evaluateIn(step: Step, text: string, place: ModelPlace): Promise<Value> {
  const documents = await step.documents();
  const variables = scopeOf(step, place.node, documents);
  try {
    const inner = step.context.within({ input: new DocumentList(documents), variables });
    return await inner.evaluate(text);
  } catch (error) {
    throw named(error, place);
  }
}

/** Whether a condition holds. @throws AppError naming the place */
export async function isTrue(step: Step, text: string, place: ModelPlace): Promise<boolean> {
  if (text.trim() === 'true') return true;
  const value = await evaluateIn(step, text, place);
  if (typeof value === 'boolean' || value === null) return value === true;
  throw stepFailed(place, 'the condition is neither true nor false');
}

/**
 * Runs a chain of the model on the attached documents. What it sets in the variables of the workflow and
 * of the node is kept.
 *
 * @throws AppError naming the place
 */
export async function runChain(step: Step, chain: string | null, place: ModelPlace): Promise<void> {
  if (chain === null) return;
  await storePlanned(step);
  const documents = await step.documents();
  const variables = scopeOf(step, place.node, documents);
  const before = new Map(variables);
  const { context } = step;
  const changes = await documentChanges(step);
  step.current = place.node;
  try {
    const input = new DocumentList(documents);
    const inner = context.within({ input, variables });
    // A principal for whom the chain acts is that of the chain only.
    await context.runAs(context.principal, () => inner.run(chain, { input }));
    await keepChanges(step, place.node, { before, after: variables });
  } catch (error) {
    throw named(error, place);
  } finally {
    step.current = undefined;
    if ((await documentChanges(step)) !== changes) step.forgetDocuments();
  }
}

/** Without a statement. */
function documentChanges({ context }: Step): Promise<number> {
  return context.write(async ({ known }) => known.documentChanges);
}

type Scopes = Readonly<Record<'before' | 'after', ReadonlyMap<string, Value>>>;

export async function keepChanges(
  step: Step,
  node: WorkflowNode | undefined,
  scopes: Scopes,
): Promise<void> {
  const { live, model } = step;
  await keepValues(step, { name: workflowVariables, ...scopes }, model.variables, live.variables);
  if (!node) return;
  const { variables } = live.node(node.id);
  await keepValues(step, { name: nodeVariables, ...scopes }, node.variables, variables);
}

/** Only what is another value than before: operations may have set a variable of the step itself. */
async function keepValues(
  { context }: Step,
  { name, before, after }: Scopes & { readonly name: string },
  definitions: readonly VariableDefinition[],
  values: Record<string, VariableValues[string]>,
): Promise<void> {
  const old = before.get(name);
  const fresh = after.get(name);
  if (old === fresh || !(old instanceof Map) || !(fresh instanceof Map)) return;
  for (const definition of definitions) {
    const value = fresh.get(definition.name) ?? null;
    if (value === (old.get(definition.name) ?? null)) continue;
    values[definition.name] = await decodeVariable(context, definition, value);
  }
}
