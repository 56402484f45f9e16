import type { OperationContext } from '../automation/operation-context.ts';
import type { Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import { lockInstance } from '../repository/workflow/instance-rows.ts';
import { endInstance } from './end-instance.ts';
import { finishStep } from './finish-step.ts';
import { cancelTasks } from './node-tasks.ts';
import { resume, runFromStart } from './run-nodes.ts';
import {
  asServer,
  findOpenStep,
  openStep,
  refuseWithinStep,
  type Step,
  withinStep,
} from './step.ts';
import { resumeParent, subWorkflows } from './sub-workflows.ts';
import { decodeVariable } from './variables.ts';
import { requireActive, requireMayCancel, requireMayManage } from './workflow-rights.ts';

/**
 * Cancels a workflow with its tasks.
 *
 * @throws AppError workflow.not-found, workflow.not-active, permission.denied
 */
export async function cancelWorkflowIn(context: OperationContext, id: string): Promise<void> {
  refuseWithinStep(context, id);
  const instance = await context.write((unit) => lockInstance(unit, id));
  requireMayCancel(context.principal, instance);
  requireActive(instance);
  await asServer(context, async () => {
    const { step } = await openStep(context, instance, { subWorkflows });
    await endInstance(step);
  });
}

interface ResumeRequest {
  readonly instanceId: string;
  /** A workflow that was not started yet begins at its start, whatever it is. */
  readonly nodeId: string | null;
}

/**
 * Goes on after a node that waits, without what it waits for: its open tasks are cancelled.
 *
 * @throws AppError workflow.not-found, workflow.not-active, workflow.step-failed, permission.denied
 */
export async function resumeNodeIn(
  context: OperationContext,
  { instanceId, nodeId }: ResumeRequest,
): Promise<void> {
  refuseWithinStep(context, instanceId);
  const instance = await context.write((unit) => lockInstance(unit, instanceId));
  requireMayManage(context.principal, instance);
  requireActive(instance);
  await asServer(context, async () => {
    const { step } = await openStep(context, instance, { subWorkflows });
    await withinStep(step, async () => {
      if (instance.state === 'ready') {
        step.tell({ eventId: 'afterWorkflowStarted' });
        await runFromStart(step);
      } else await resumeWaiting(step, nodeId);
      await finishStep(step);
    });
    await resumeParent(step);
  });
}

async function resumeWaiting(step: Step, nodeId: string | null): Promise<void> {
  const node = nodeId === null ? undefined : step.graph.find(nodeId);
  const live = node && step.live.node(node.id);
  if (!node || live?.state !== 'suspended') {
    throw new AppError(
      'workflow.step-failed',
      `The workflow ${step.id} has no node '${String(nodeId).slice(0, 200)}' that waits`,
    );
  }
  await cancelTasks(step, node);
  await step.subWorkflows.cancel(step, live);
  await resume(step, node);
}

interface VariableRequest {
  readonly instanceId: string;
  readonly name: string;
  readonly value: Value;
}

/**
 * Sets a variable of a workflow: within one of its own steps that of the step, otherwise in a step of its own.
 *
 * @throws AppError workflow.not-found, workflow.not-active, workflow.variable-invalid, permission.denied
 */
export async function setWorkflowVariableIn(
  context: OperationContext,
  { instanceId, name, value }: VariableRequest,
): Promise<void> {
  const open = findOpenStep(context, instanceId);
  if (open) return setVariable(open, name, value);
  const instance = await context.write((unit) => lockInstance(unit, instanceId));
  requireMayManage(context.principal, instance);
  requireActive(instance);
  await asServer(context, async () => {
    const { step } = await openStep(context, instance, { subWorkflows });
    await setVariable(step, name, value);
    await finishStep(step);
  });
}

async function setVariable(step: Step, name: string, value: Value): Promise<void> {
  const definition = step.model.variables.find((each) => each.name === name);
  if (!definition) throw unknownVariable(step.model.name, name);
  step.live.variables[name] = await decodeVariable(step.context, definition, value);
}

function unknownVariable(modelName: string, name: string): AppError {
  return new AppError(
    'workflow.variable-invalid',
    `The workflow '${modelName}' has no variable ${name.slice(0, 200)}`,
  );
}
