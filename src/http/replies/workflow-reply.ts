import type { WorkflowContext } from '../../enrichers/workflow-entities.ts';
import { writeTasks, writeWorkflows } from '../../enrichers/workflow-entities.ts';
import { dialectHeader } from '../../entities/dialect.ts';
import { oneOf } from '../../entities/json-schema.ts';
import type { ShownTask, ShownWorkflow } from '../../model/workflow/shown-workflow.ts';
import { type ReadUnit, showing } from '../../repository/unit/unit.ts';
import { inHeader } from '../parameters.ts';
import { parseAcceptLanguage } from '../requests/accept-language.ts';
import { fetchParameter } from '../requests/wire-options.ts';
import type { RequestContext } from '../route.ts';
import { decisionsOf } from '../workflow-decisions.ts';
import { requestedListing, writeOptions } from './document-reply.ts';

const forDocuments = [
  inHeader('properties', 'schemas whose properties are shown of fetched documents'),
  inHeader(
    dialectHeader,
    'how values of fetched documents are written',
    oneOf('contract', 'native'),
  ),
];

/** What routes that return tasks read. */
export const taskParameters = [
  fetchParameter('task', 'workflowInitiator, targetDocumentIds, actors'),
  ...forDocuments,
];

/** What routes that return workflows read. */
export const workflowParameters = [
  fetchParameter('workflow', 'initiator, attachedDocumentIds'),
  ...forDocuments,
];

/** As enrichers write them: documents show properties only if that is requested. */
function writingIn(context: RequestContext, unit: ReadUnit): WorkflowContext {
  return {
    unit: showing(unit, requestedListing(context)),
    writing: writeOptions(context, undefined),
    workflows: decisionsOf(context),
    fetch: context.wire.fetch,
  };
}

export function shownTasks(context: RequestContext, unit: ReadUnit, tasks: readonly ShownTask[]) {
  return writeTasks(writingIn(context, unit), tasks);
}

export function shownWorkflows(
  context: RequestContext,
  unit: ReadUnit,
  workflows: readonly ShownWorkflow[],
) {
  return writeWorkflows(writingIn(context, unit), workflows);
}

/** As `shownTasks` for one. */
export async function shownTask(context: RequestContext, unit: ReadUnit, task: ShownTask) {
  const [entity] = await shownTasks(context, unit, [task]);
  return entity as NonNullable<typeof entity>;
}

/** As `shownWorkflows` for one. */
export async function shownWorkflow(
  context: RequestContext,
  unit: ReadUnit,
  workflow: ShownWorkflow,
) {
  const [entity] = await shownWorkflows(context, unit, [workflow]);
  return entity as NonNullable<typeof entity>;
}

export const graphParameter = inHeader('Accept-Language', 'the language of titles and labels');

/** The text of a label in the language of the request. */
export function translatorOf({ services, headers }: RequestContext): (key: string) => string {
  const languages = parseAcceptLanguage(headers['accept-language']);
  return (key) => services.repository.workflowModels.translate(key, languages);
}
