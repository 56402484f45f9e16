import { nodeOf, type ShownTask } from '../model/workflow/shown-workflow.ts';
import { variablesSchema } from '../model/workflow/variable-schemas.ts';
import type { TaskButton, WorkflowNode } from '../model/workflow/workflow-model.ts';
import { type PageFacts, pageOf, writePage } from './documents-entity.ts';
import { groupSchema } from './group-entity.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  flag,
  instant,
  type JsonOf,
  named,
  nullable,
  objectOf,
  oneOf,
  text,
} from './json-schema.ts';
import { repositoryPlace } from './repository-place.ts';
import { writeTimestamp } from './timestamp.ts';
import { userSchema } from './user-entity.ts';
import {
  blobUrlsOf,
  fetched,
  fetchedDocuments,
  fetchedUser,
  graphOfInstance,
  type WorkflowWriting,
  writeTargets,
} from './workflow-entity.ts';
import { variableMap, writeVariables } from './workflow-variables.ts';

const actors = arrayOf(anyOf(objectOf({ id: text }), userSchema, groupSchema));
const resource = objectOf({ name: nullable(text), url: text });

const taskInfo = objectOf({
  allowTaskReassignment: flag,
  taskActions: arrayOf(objectOf({ name: text, url: text, label: nullable(text), validate: flag })),
  layoutResource: resource,
  schemas: arrayOf(resource),
});

export const taskSchema = entityOf(
  'task',
  {
    id: text,
    name: text,
    workflowInstanceId: nullable(text),
    state: oneOf('opened', 'ended', 'cancelled'),
    directive: nullable(text),
    created: instant,
    dueDate: nullable(instant),
    nodeName: text,
    targetDocumentIds: fetchedDocuments,
    actors,
    delegatedActors: actors,
    comments: arrayOf(
      objectOf({ author: nullable(text), text: nullable(text), date: nullable(instant) }),
    ),
    variables: variableMap,
  },
  {
    workflowModelName: text,
    workflowInitiator: fetchedUser,
    workflowTitle: text,
    workflowLifeCycleState: text,
    graphResource: text,
    taskInfo,
  },
);

export const taskPageSchema = pageOf('tasks', taskSchema);
export const taskListSchema = named(
  'taskList',
  entityOf('tasks', { entries: arrayOf(taskSchema) }),
);

type TaskEntity = JsonOf<typeof taskSchema>;

export interface TaskWriting extends WorkflowWriting {
  /** Of the documents of nodes. */
  readonly nodeSchemas: readonly string[];
  /** The entity of a user or group, as `initiator`. */
  actor(name: string): object | undefined;
}

/** A task with the buttons that the caller may see. */
interface OfferedTask {
  readonly task: ShownTask;
  readonly buttons: readonly TaskButton[];
}

export function writeTask({ task, buttons }: OfferedTask, writing: TaskWriting): TaskEntity {
  const node = nodeOf(task);
  return {
    'entity-type': 'task',
    id: task.id,
    name: task.name,
    workflowInstanceId: task.instanceId,
    ...workflowMembers(task, writing),
    state: task.state,
    directive: task.directive,
    created: writeTimestamp(task.createdMs),
    dueDate: task.dueMs === null ? null : writeTimestamp(task.dueMs),
    nodeName: task.nodeId,
    targetDocumentIds: writeTargets(task.documentIds, writing),
    actors: writeActors(task.actors, writing),
    delegatedActors: writeActors(task.delegatedActors, writing),
    comments: task.comments.map((comment) => ({
      author: comment.author,
      text: comment.text,
      date: comment.createdMs === null ? null : writeTimestamp(comment.createdMs),
    })),
    variables: node ? writeTaskVariables(task, node, writing) : {},
    ...(node && { taskInfo: writeInfo(task.id, { node, buttons }, writing) }),
  };
}

/** Left out where the instance does not exist any more. */
function workflowMembers({ workflow }: ShownTask, writing: TaskWriting) {
  if (!workflow) return {};
  const { id, modelName, initiator, model, state } = workflow;
  return {
    workflowModelName: modelName,
    workflowInitiator: fetched(writing.initiator(initiator), initiator),
    workflowTitle: model?.title ?? modelName,
    workflowLifeCycleState: state,
    graphResource: graphOfInstance(id, writing),
  };
}

function writeActors(names: readonly string[], writing: TaskWriting): JsonOf<typeof actors> {
  return names.map((name) => fetched(writing.actor(name), { id: name }));
}

/** Those of the node, then those of the workflow that the node shows. */
function writeTaskVariables(
  { workflow, nodeId }: ShownTask,
  node: WorkflowNode,
  writing: TaskWriting,
): Record<string, unknown> {
  if (!workflow) return {};
  const { dialect } = writing;
  const blobUrls = blobUrlsOf(workflow.id, writing);
  const shown = (workflow.model?.variables ?? []).filter(({ name }) =>
    node.exposedVariables.includes(name),
  );
  return {
    ...writeVariables(node.variables, workflow.nodes[nodeId]?.variables ?? {}, {
      dialect,
      blobUrls,
      schema: variablesSchema(nodeId),
    }),
    ...writeVariables(shown, workflow.variables, {
      dialect,
      blobUrls,
      schema: variablesSchema(workflow.modelName),
    }),
  };
}

function writeInfo(
  taskId: string,
  { node, buttons }: { readonly node: WorkflowNode; readonly buttons: readonly TaskButton[] },
  { baseUrl, repository, nodeSchemas }: TaskWriting,
): JsonOf<typeof taskInfo> {
  const layout = node.task?.layout ?? null;
  return {
    allowTaskReassignment: node.task?.allowsReassignment ?? false,
    taskActions: buttons.map(({ name, label, validate }) => ({
      name,
      url: `${baseUrl}api/v1/${repositoryPlace(repository)}task/${taskId}/${encodeURIComponent(name)}`,
      label,
      validate,
    })),
    layoutResource: {
      name: layout,
      url: `${baseUrl}site/layout-manager/layouts/?layoutName=${layout ?? ''}`,
    },
    schemas: nodeSchemas.map((name) => ({
      name,
      url: `${baseUrl}api/v1/config/schemas/${name}`,
    })),
  };
}

export function writeTaskList(entries: readonly TaskEntity[]): JsonOf<typeof taskListSchema> {
  return { 'entity-type': 'tasks', entries };
}

export function writeTaskPage(
  page: PageFacts,
  entries: readonly TaskEntity[],
): JsonOf<typeof taskPageSchema> {
  return writePage('tasks', page, entries);
}
