import type { AutomationServices, Caller } from '../automation/execution.ts';
import { executeWork } from '../automation/executor.ts';
import type { OperationContext } from '../automation/operation-context.ts';
import { DocumentList, type Value } from '../automation/values.ts';
import type {
  EscalationRule,
  WorkflowModel,
  WorkflowNode,
} from '../model/workflow/workflow-model.ts';
import type { NodeRecord, WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { lockInstance } from '../repository/workflow/instance-rows.ts';
import { findAttachedDocuments } from '../repository/workflow/waiting-instances.ts';
import { named, stepFailed } from './failures.ts';
import { finishStep } from './finish-step.ts';
import { LiveInstance } from './live-instance.ts';
import { isTrue, keepChanges, scopeOf } from './scope.ts';
import { asServer, openStep, type Step } from './step.ts';
import { subWorkflows } from './sub-workflows.ts';

/** A rule of a node that waits. */
interface WaitingRule {
  readonly instanceId: string;
  readonly nodeId: string;
  readonly ruleId: string;
  /** How often the node has run: it may wait again, for something else. */
  readonly count: number;
}

/** The rules of nodes that wait, without those that have run and do not run again. */
export function waitingRules(
  { id, nodes }: WorkflowInstance,
  model: WorkflowModel,
): readonly WaitingRule[] {
  return model.nodes.flatMap((node) => {
    const record = nodes[node.id];
    if (record?.state !== 'suspended') return [];
    return openRules(node, record).map((rule) => ({
      instanceId: id,
      nodeId: node.id,
      ruleId: rule.id,
      count: record.count,
    }));
  });
}

function openRules(
  { escalations }: WorkflowNode,
  { escalated }: Pick<NodeRecord, 'escalated'>,
): readonly EscalationRule[] {
  return escalations.filter(({ id, runsAgain }) => runsAgain || !escalated.includes(id));
}

/**
 * Whether the condition of a rule holds now. Nothing is locked: most do not hold.
 *
 * @throws AppError of the condition, naming it
 */
export function isDue(
  services: AutomationServices,
  caller: Caller,
  { instance, model, waiting }: DueQuestion,
): Promise<boolean> {
  return executeWork(services, caller, async (context) => {
    const node = model.nodes.find(({ id }) => id === waiting.nodeId);
    const rule = node?.escalations.find(({ id }) => id === waiting.ruleId);
    if (!node || !rule) return false;
    const documents = await context.read((unit) => findAttachedDocuments(unit, instance.id));
    const source = { model, live: new LiveInstance(instance), ending: undefined };
    const scope = {
      input: new DocumentList(documents),
      variables: scopeOf(source, node, documents),
    };
    const place = { model, node, part: partOf(rule) };
    const value = await context
      .within(scope)
      .evaluate(rule.condition)
      .catch((error: unknown) => {
        throw named(error, place);
      });
    if (typeof value === 'boolean' || value === null) return value === true;
    throw stepFailed(place, 'the condition is neither true nor false');
  });
}

interface DueQuestion {
  readonly instance: WorkflowInstance;
  readonly model: WorkflowModel;
  readonly waiting: WaitingRule;
}

async function holds(step: Step, waiting: WaitingRule): Promise<boolean> {
  const { node, rule } = ruleOf(step, waiting) ?? {};
  if (!node || !rule) return false;
  return isTrue(step, rule.condition, { model: step.model, node, part: partOf(rule) });
}

/** Undefined when the node does not wait any more for what it did. */
function ruleOf(step: Step, { nodeId, ruleId, count }: WaitingRule) {
  const node = step.graph.find(nodeId);
  if (!node || !step.live.isActive) return undefined;
  const live = step.live.node(nodeId);
  if (live.state !== 'suspended' || live.count !== count) return undefined;
  const rule = openRules(node, live).find(({ id }) => id === ruleId);
  return rule && { node, live, rule };
}

function partOf({ id }: EscalationRule): string {
  return `escalation '${id}'`;
}

/**
 * Runs the chain of a rule if its condition still holds; returns whether it did. That it has run is
 * stored with what the chain does: both or neither. The chain may go on with the node, end tasks or
 * cancel the workflow, as the step that begins it has ended before.
 *
 * @throws AppError of the condition and the chain, naming the rule; workflow.not-found
 */
export function escalate(
  services: AutomationServices,
  caller: Caller,
  waiting: WaitingRule,
): Promise<boolean> {
  return executeWork(services, caller, (context) =>
    asServer(context, () => escalateIn(context, waiting)),
  );
}

async function escalateIn(context: OperationContext, waiting: WaitingRule): Promise<boolean> {
  const step = await lockedStep(context, waiting.instanceId);
  if (!(await holds(step, waiting))) return false;
  const { node, live, rule } = ruleOf(step, waiting) ?? {};
  if (!node || !live || !rule) return false;
  if (!live.escalated.includes(rule.id)) live.escalated.push(rule.id);
  step.tell({
    eventId: 'workflowEscalated',
    extended: { nodeId: node.id, rule: rule.id },
  });
  const documents = await step.documents();
  const variables = scopeOf(step, node, documents);
  await finishStep(step);
  const before = new Map(variables);
  const input = new DocumentList(documents);
  try {
    await context.within({ input, variables }).run(rule.chain, { input });
    await keepVariables(context, waiting, { before, after: variables });
  } catch (error) {
    throw named(error, { model: step.model, node, part: partOf(rule) });
  }
  return true;
}

async function lockedStep(context: OperationContext, id: string): Promise<Step> {
  const instance = await context.write((unit) => lockInstance(unit, id));
  return (await openStep(context, instance, { subWorkflows })).step;
}

type Scopes = Readonly<Record<'before' | 'after', ReadonlyMap<string, Value>>>;

/** What scripts of the chain have set; the chain itself may have ended the workflow. */
async function keepVariables(
  context: OperationContext,
  { instanceId, nodeId }: WaitingRule,
  { before, after }: Scopes,
): Promise<void> {
  const isSet = [...after].some(([name, value]) => before.get(name) !== value);
  if (!isSet) return;
  const step = await lockedStep(context, instanceId);
  if (!step.live.isActive) return;
  await keepChanges(step, step.graph.find(nodeId), { before, after });
  await finishStep(step);
}
