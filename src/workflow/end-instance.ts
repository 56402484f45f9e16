import { finishStep } from './finish-step.ts';
import { endAllWaiting } from './run-nodes.ts';
import { runChain } from './scope.ts';
import { type Step, withinStep } from './step.ts';

/** Cancels an instance that has not ended, with all that it waits for, and stores it. */
export async function endInstance(step: Step): Promise<void> {
  const { live, model } = step;
  step.tell({ eventId: 'beforeWorkflowCanceled' });
  await withinStep(step, async () => {
    await endAllWaiting(step);
    live.state = 'canceled';
    live.endedMs = step.context.nowMs;
    await runChain(step, model.cancelChain, { model, part: 'cancel chain' });
    step.tell({ eventId: 'workflowCanceled' });
    await finishStep(step);
  });
}
