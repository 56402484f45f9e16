import type { OperationContext } from '../automation/operation-context.ts';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import { lockInstance } from '../repository/workflow/instance-rows.ts';
import { lastRunning, nextRunning, resetStates } from '../repository/workflow/restarts.ts';
import { beginInstance } from './begin-instance.ts';
import { endInstance } from './end-instance.ts';
import { asServer, openStep } from './step.ts';
import { subWorkflows } from './sub-workflows.ts';
import { requireMayManageAll } from './workflow-rights.ts';

interface RestartRequest {
  readonly modelName: string;
  /** Only workflows that wait at the node; null for all. */
  readonly nodeId: string | null;
  /** Whether their documents go back to the first state of their life cycle. */
  readonly resetsStates: boolean;
}

/**
 * Cancels the running workflows of a model, and starts others on the same documents with the model as it is now. Each
 * is a transaction of its own; one that fails is reported in the log and stays as it is. Those for which
 * another workflow waits are left out.
 *
 * @throws AppError workflow.model-not-found, permission.denied
 */
export async function restartWorkflowsIn(
  context: OperationContext,
  request: RestartRequest,
): Promise<void> {
  const { modelName } = request;
  requireMayManageAll(context.principal);
  if (!context.repository.workflowModels.find(modelName)) {
    const name = modelName.slice(0, 200);
    throw new AppError('workflow.model-not-found', `No route found for id: ${name}`);
  }
  // Instances that begin meanwhile are not restarted again: their ids are greater than the last one.
  const until = await context.read((unit) => lastRunning(unit, modelName));
  const next = (after: string) => context.read((unit) => nextRunning(unit, modelName, after));
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (id > until) return;
      await tryRestart(context, id, request);
    }
  }
}

async function tryRestart(
  context: OperationContext,
  id: string,
  request: RestartRequest,
): Promise<void> {
  try {
    await context.inOwnTransaction(() => asServer(context, () => restart(context, id, request)));
  } catch (error) {
    // Another one may succeed, unless the server cannot do it at all.
    if (!isAppError(error) || error.status >= 500) throw error;
    context.log.warn({ err: error, workflow: id }, 'a workflow could not be restarted');
  }
}

async function restart(
  context: OperationContext,
  id: string,
  { modelName, nodeId, resetsStates }: RestartRequest,
): Promise<void> {
  const model = context.repository.workflowModels.find(modelName);
  const instance = await context.write((unit) => lockInstance(unit, id));
  const { step } = await openStep(context, instance, { subWorkflows });
  const isWanted = nodeId === null || step.live.node(nodeId).state === 'suspended';
  if (!model || !step.live.isActive || !isWanted) return;
  await endInstance(step);
  const documents = await step.documents();
  await beginInstance(context, {
    model,
    documents: resetsStates
      ? await context.write((unit) => resetStates(unit, documents))
      : documents,
    variables: new Map(),
    initiator: instance.initiator,
    parent: null,
    runs: { count: 0 },
    subWorkflows,
    starts: true,
  });
}
