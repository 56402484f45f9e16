import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { WorkflowModel, WorkflowNode } from '../model/workflow/workflow-model.ts';

/** The part of a model that messages name. */
export interface ModelPlace {
  readonly model: WorkflowModel;
  readonly node?: WorkflowNode | undefined;
  /** For example `transition 'approve'`. */
  readonly part?: string;
}

/** What is wrong in a step, for a user who cannot see the model. */
export function stepFailed(place: ModelPlace, what: string): AppError {
  return new AppError('workflow.step-failed', `${nameOf(place)}: ${what}`);
}

/** The error with the name of the place. Failures of the server are thrown unchanged. */
export function named(error: unknown, place: ModelPlace): unknown {
  if (!isAppError(error) || error.status >= 500 || error.code.startsWith('store.')) return error;
  const { code, status, detail, message } = error;
  return new AppError(code, `${nameOf(place)}: ${message}`, { status, detail, cause: error });
}

export function nameOf({ model, node, part }: ModelPlace): string {
  const parts = [`Workflow '${model.name}'`, node && `node '${node.id}'`, part];
  return parts.filter((text) => text !== undefined).join(', ');
}
