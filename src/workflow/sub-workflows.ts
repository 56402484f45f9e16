import { fromJson, type Value } from '../automation/values.ts';
import { prefixedExpression } from '../model/workflow/node-facts.ts';
import type { SubWorkflow, WorkflowNode } from '../model/workflow/workflow-model.ts';
import { lockInstance } from '../repository/workflow/instance-rows.ts';
import { beginInstance } from './begin-instance.ts';
import { endInstance } from './end-instance.ts';
import { stepFailed } from './failures.ts';
import { finishStep } from './finish-step.ts';
import { isWaiting, type LiveNode } from './live-instance.ts';
import { storePlanned } from './planned-tasks.ts';
import { resume } from './run-nodes.ts';
import { evaluateIn } from './scope.ts';
import { findOpenStep, openStep, type Step, type SubWorkflows, withinStep } from './step.ts';

export const subWorkflows: SubWorkflows = { start: startSubWorkflow, cancel: cancelSubWorkflow };

async function startSubWorkflow(
  step: Step,
  node: WorkflowNode,
  subWorkflow: SubWorkflow,
): Promise<void> {
  const place = { model: step.model, node, part: 'sub-workflow' };
  const read = async (given: unknown): Promise<Value> => {
    const expression = prefixedExpression(given);
    return expression === null ? fromJson(given) : evaluateIn(step, expression, place);
  };
  const name = await read(subWorkflow.model);
  const model =
    typeof name === 'string' ? step.context.repository.workflowModels.find(name) : undefined;
  if (!model) throw stepFailed(place, `there is no model '${String(name).slice(0, 200)}'`);
  const variables = new Map<string, Value>();
  for (const [key, given] of Object.entries(subWorkflow.variables)) {
    variables.set(key, await read(given));
  }
  await storePlanned(step);
  const live = step.live.node(node.id);
  const child = await beginInstance(step.context, {
    model,
    documents: await step.documents(),
    variables,
    initiator: step.live.stored.initiator,
    parent: { id: step.id, nodeId: node.id },
    runs: step.runs,
    subWorkflows,
    starts: true,
  });
  step.forgetDocuments();
  live.subInstanceId = child.live.isActive ? child.id : null;
}

async function cancelSubWorkflow(step: Step, live: LiveNode): Promise<void> {
  const { subInstanceId } = live;
  if (subInstanceId === null) return;
  live.subInstanceId = null;
  const instance = await step.context.write((unit) => lockInstance(unit, subInstanceId));
  const { step: child } = await openStep(step.context, instance, {
    subWorkflows,
    runs: step.runs,
  });
  if (child.live.isActive) await endInstance(child);
}

/** After a workflow has ended: the one that waits for it goes on, unless it is about to see that itself. */
export async function resumeParent(child: Step): Promise<void> {
  const { context, runs, live } = child;
  const { parentId, parentNode } = live.stored;
  if (live.state !== 'done' || parentId === null || parentNode === null) return;
  if (findOpenStep(context, parentId)) return;
  const instance = await context.write((unit) => lockInstance(unit, parentId));
  const { step } = await openStep(context, instance, { subWorkflows, runs });
  const node = step.graph.find(parentNode);
  const waiting = step.live.node(parentNode);
  if (!node || waiting.subInstanceId !== child.id || !step.live.isActive) return;
  waiting.subInstanceId = null;
  await withinStep(step, async () => {
    if (!isWaiting(waiting)) await resume(step, node);
    await finishStep(step);
  });
  await resumeParent(step);
}
