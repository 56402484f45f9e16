import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { isList, type Value } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { createTasksIn } from '../../workflow/create-tasks.ts';

export const createTaskOperation = defineOperation({
  id: 'Task.Create',
  aliases: ['Workflow.CreateTask'],
  label: 'Create task',
  category: 'Services',
  since: '5.3.2',
  description:
    'Makes a task about the input document for users and groups, and returns the document. It is ended by WorkflowTask.Complete with the status accept or reject; the chain for that runs on the document, with the rights of the user who made the task. Without actors there is no task.',
  params: {
    'task name': required('string', 'What the task is called.'),
    'due date': optional('date', 'Until when it is to be done.', { order: 1 }),
    directive: optional('string', 'What is to be done.', { order: 2 }),
    comment: optional('string', 'The first comment of the task.', { order: 3 }),
    'accept operation chain': optional('string', 'Runs when the task is accepted.', { order: 4 }),
    'reject operation chain': optional('string', 'Runs when the task is rejected.', { order: 5 }),
    'variable name for actors prefixed ids': optional(
      'string',
      'The context variable that has the actors: a name or a list, such as user:ann or group:crew.',
      { order: 6 },
    ),
    'additional list of actors prefixed ids': optional('stringlist', 'More actors.', { order: 7 }),
    'create one task per actor': withDefault('boolean', true, {
      description: 'One task for each actor; otherwise one that any of them can end.',
      values: ['true'],
      order: 8,
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, params) {
        await createTasksIn(context, document, {
          name: params['task name'],
          directive: textOf(params.directive),
          comment: textOf(params.comment),
          dueMs: params['due date'],
          actors: [
            ...actorsIn(context, params['variable name for actors prefixed ids']),
            ...(params['additional list of actors prefixed ids'] ?? []),
          ],
          isForEachActor: params['create one task per actor'],
          chains: {
            accept: textOf(params['accept operation chain']),
            reject: textOf(params['reject operation chain']),
          },
        });
        return document;
      },
    },
  ],
});

function textOf(given: string | null): string | null {
  return given === null || given.trim() === '' ? null : given;
}

/** @throws AppError operation.parameter-invalid */
function actorsIn({ variables }: OperationContext, name: string | null): readonly string[] {
  if (name === null || name === '') return [];
  const value = variables.get(name) ?? null;
  if (value === null) return [];
  const names: readonly Value[] = isList(value) ? value : [value];
  if (names.every((each) => typeof each === 'string')) return names;
  throw new AppError(
    'operation.parameter-invalid',
    `variable name for actors prefixed ids: the variable ${name.slice(0, 200)} has something else than names`,
  );
}
