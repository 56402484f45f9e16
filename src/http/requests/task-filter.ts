import { AppError } from '../../base/errors/app-error.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import { actorNamesOf, type TaskFilter } from '../../repository/workflow/open-task-ids.ts';
import { inQuery } from '../parameters.ts';

export const taskFilterParameters = [
  inQuery(
    'userId',
    'only tasks that this user may end as an actor, also one to whom they are delegated',
  ),
  inQuery('workflowInstanceId', 'only tasks of this workflow'),
  inQuery('workflowModelName', 'only tasks of workflows of this model'),
];

/**
 * Clients send empty parameters for those that are not set.
 *
 * @throws AppError request.invalid for what no name can contain
 */
export function textOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) || undefined;
  if (text === undefined || isStorableText(text)) return text;
  throw new AppError('request.invalid', `${name}: contains NUL or an unpaired surrogate`);
}

export interface TaskQuery {
  readonly modelName: string | undefined;
  /** With all names of the user. */
  filterFor(unit: ReadUnit): Promise<TaskFilter>;
}

/** @throws AppError request.invalid */
export function readTaskFilter(query: URLSearchParams): TaskQuery {
  const userId = textOf(query, 'userId');
  const instanceId = textOf(query, 'workflowInstanceId');
  const modelName = textOf(query, 'workflowModelName');
  return {
    modelName,
    filterFor: async (unit) => {
      const actors = userId === undefined ? undefined : await actorNamesOf(unit, userId);
      return { actors, instanceId, modelName };
    },
  };
}
