import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { saveInstanceDocument } from '../repository/workflow/instance-documents.ts';
import { saveInstance } from '../repository/workflow/instance-rows.ts';
import { tellEvents } from '../repository/workflow/task-events.ts';
import { storePlanned } from './planned-tasks.ts';
import type { Step } from './step.ts';

/** Of the variables and nodes of an instance, as JSON. */
const stateLengthMax = 1_000_000;

/** Stores what the step has changed. @throws AppError workflow.variable-invalid for too large ones */
export async function finishStep(step: Step): Promise<void> {
  await storePlanned(step);
  const instance = step.live.toStored();
  requireRoom(instance);
  await step.context.write(async (unit) => {
    if (hasNewContent(step, instance)) {
      const { document, model } = step;
      const { state, variables } = instance;
      const shown = { document, modelName: model.name, state, variables };
      step.document = await saveInstanceDocument(unit, shown);
    }
    await saveInstance(unit, instance);
    await tellEvents(unit, step.takeEvents());
  });
}

function hasNewContent({ document, live }: Step, { state, variables }: WorkflowInstance): boolean {
  if (state !== document.state) return true;
  return stringifyJson(variables) !== stringifyJson(live.stored.variables);
}

function requireRoom({ variables, nodes }: WorkflowInstance): void {
  const length = stringifyJson(variables).length + stringifyJson(nodes).length;
  if (length <= stateLengthMax) return;
  throw new AppError(
    'workflow.variable-invalid',
    `The variables of the workflow have ${length} characters together, and at most ${stateLengthMax} are stored: make them shorter, or store long texts as files`,
  );
}
