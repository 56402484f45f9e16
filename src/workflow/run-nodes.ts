import { AppError } from '../base/errors/app-error.ts';
import type { Transition, WorkflowNode } from '../model/workflow/workflow-model.ts';
import { nameOf, stepFailed } from './failures.ts';
import { isWaiting, type LiveNode } from './live-instance.ts';
import { cancelTasks, planTasks } from './node-tasks.ts';
import { arrivalName, inOrder } from './route-graph.ts';
import { isTrue, runChain } from './scope.ts';
import type { Step } from './step.ts';
import { initialValues } from './variables.ts';

/** Runs nodes until all that were reached wait, or one of them stops the workflow. */
async function runAll(step: Step, queue: WorkflowNode[]): Promise<void> {
  for (let node = queue.shift(); node; node = queue.shift()) {
    const live = step.live.node(node.id);
    if (live.state === 'suspended') {
      // The way that came first has passed a join already.
      if (node.merge !== null) continue;
      throw stepFailed(
        placeOf(step, node),
        'it is reached while it still waits; join the ways before it',
      );
    }
    if (!isComplete(step, node, live)) {
      live.state = 'waiting';
      continue;
    }
    if (node.merge !== null) await endUpstream(step, node, queue);
    await enter(step, node, live);
    if (isWaiting(live)) live.state = 'suspended';
    else await leave(step, node, queue);
    if (!step.live.isActive) return;
  }
}

function placeOf({ model }: Step, node: WorkflowNode) {
  return { model, node };
}

export async function runFromStart(step: Step): Promise<void> {
  const start = step.model.nodes.find(({ isStart }) => isStart);
  if (!start) throw stepFailed({ model: step.model }, 'the model has no start');
  step.live.state = 'running';
  await runAll(step, [start]);
}

/** Goes on after a node that does not wait any more. */
export async function resume(step: Step, node: WorkflowNode): Promise<void> {
  step.countRun(node);
  const queue: WorkflowNode[] = [];
  await leave(step, node, queue);
  if (step.live.isActive) await runAll(step, queue);
}

/** Whether a node that joins several ways has what it waits for. */
function isComplete({ graph }: Step, node: WorkflowNode, { arrivals }: LiveNode): boolean {
  if (node.merge !== 'all') return true;
  return graph.incoming(node).every((edge) => arrivals.includes(arrivalName(edge)));
}

/** The other ways to a join end: what they wait for is not needed any more. */
async function endUpstream(step: Step, node: WorkflowNode, queue: WorkflowNode[]): Promise<void> {
  const upstream = step.graph.upstream(node);
  for (const source of upstream) await endWaiting(step, source);
  const left = queue.filter((queued) => !upstream.has(queued));
  queue.splice(0, queue.length, ...left);
}

async function endWaiting(step: Step, node: WorkflowNode): Promise<void> {
  const live = step.live.node(node.id);
  if (live.state !== 'suspended' && live.state !== 'waiting') return;
  await cancelTasks(step, node);
  await step.subWorkflows.cancel(step, live);
  live.state = 'ready';
  live.arrivals = [];
}

/** Nothing of the workflow waits any more. */
export async function endAllWaiting(step: Step): Promise<void> {
  for (const node of step.model.nodes) await endWaiting(step, node);
}

async function enter(step: Step, node: WorkflowNode, live: LiveNode): Promise<void> {
  step.countRun(node);
  live.state = 'running_input';
  if (live.count === 0) live.variables = { ...(await initialValues(step.context, node.variables)) };
  live.count += 1;
  live.startedMs = step.context.nowMs;
  live.endedMs = null;
  live.button = null;
  live.arrivals = [];
  live.escalated = [];
  live.tasks = [];
  await runChain(step, node.inputChain, { ...placeOf(step, node), part: 'input chain' });
  if (node.task) await planTasks(step, node, node.task);
  if (node.subWorkflow) await step.subWorkflows.start(step, node, node.subWorkflow);
}

async function leave(step: Step, node: WorkflowNode, queue: WorkflowNode[]): Promise<void> {
  const live = step.live.node(node.id);
  live.state = 'running_output';
  await runChain(step, node.outputChain, { ...placeOf(step, node), part: 'output chain' });
  const taken = node.isStop ? [] : await transitionsOf(step, node);
  live.state = 'ready';
  live.endedMs = step.context.nowMs;
  if (node.isStop) await stop(step, node, queue);
  else for (const transition of taken) await follow(step, { node, transition }, queue);
}

/** @throws AppError workflow.no-transition */
async function transitionsOf(step: Step, node: WorkflowNode): Promise<readonly Transition[]> {
  const taken: Transition[] = [];
  for (const transition of inOrder(node)) {
    const part = `transition '${transition.name}'`;
    if (!(await isTrue(step, transition.condition, { ...placeOf(step, node), part }))) continue;
    taken.push(transition);
    if (node.takesFirstTransition) break;
  }
  if (taken.length > 0) return taken;
  throw new AppError(
    'workflow.no-transition',
    `${nameOf(placeOf(step, node))}: No transition evaluated to true from node '${node.id}'`,
  );
}

async function follow(
  step: Step,
  { node, transition }: { readonly node: WorkflowNode; readonly transition: Transition },
  queue: WorkflowNode[],
): Promise<void> {
  const part = `transition '${transition.name}'`;
  await runChain(step, transition.chain, { ...placeOf(step, node), part });
  const target = step.graph.find(transition.target);
  if (!target) throw stepFailed(placeOf(step, node), `${part} leads to no node of the model`);
  if (target.merge !== null) {
    const arrivals = step.live.node(target.id).arrivals;
    const name = arrivalName({ source: node, transition });
    if (!arrivals.includes(name)) arrivals.push(name);
    if (queue.includes(target)) return;
  }
  queue.push(target);
}

/** @throws AppError workflow.step-failed when other nodes have still to run */
async function stop(step: Step, node: WorkflowNode, queue: readonly WorkflowNode[]): Promise<void> {
  if (queue.length > 0) {
    const ids = queue.map(({ id }) => id).join(', ');
    throw stepFailed(placeOf(step, node), `the route stopped with still pending nodes: ${ids}`);
  }
  await endAllWaiting(step);
  step.live.state = 'done';
  step.live.endedMs = step.context.nowMs;
  step.tell({ eventId: 'afterWorkflowFinish' });
}
