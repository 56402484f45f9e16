import { AppError } from '../base/errors/app-error.ts';
import { mapInTurns } from '../base/turns.ts';
import { writeDocument } from '../entities/document-entity.ts';
import { writeGroupEntity } from '../entities/group-entity.ts';
import type { JsonOf } from '../entities/json-schema.ts';
import { type TaskWriting, type taskSchema, writeTask } from '../entities/task-entity.ts';
import { writeUserEntity } from '../entities/user-entity.ts';
import {
  type WorkflowWriting,
  type workflowSchema,
  writeWorkflow,
} from '../entities/workflow-entity.ts';
import type { Document } from '../model/document.ts';
import type { ShownTask, ShownWorkflow } from '../model/workflow/shown-workflow.ts';
import { plainActor } from '../model/workflow/workflow-state.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { findDocumentsById, loadAcls } from '../repository/documents/find-many.ts';
import { findGroups } from '../repository/principals/groups.ts';
import { findUsers } from '../repository/principals/users.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';
import type { EnricherContext } from './define.ts';

/** What writing tasks and workflows needs, in responses of their own and within documents. */
export type WorkflowContext = Pick<EnricherContext, 'unit' | 'writing' | 'fetch' | 'workflows'>;

/** Documents that one response shows with its tasks or workflows. */
const fetchedDocumentsMax = 1_000;

/** The entities of tasks, with what `fetch.task` asks for; the number of statements is fixed. */
export async function writeTasks(
  context: WorkflowContext,
  tasks: readonly ShownTask[],
): Promise<readonly JsonOf<typeof taskSchema>[]> {
  const { unit, workflows, fetch } = context;
  const asked = fetch('task');
  const when = <T>(name: string, values: readonly T[]): readonly T[] =>
    asked.includes(name) ? values : [];
  const initiators = tasks.flatMap(({ workflow }) => workflow?.initiator ?? []);
  const actors = tasks.flatMap((task) => [...task.actors, ...task.delegatedActors]);
  const names = {
    initiators: when('workflowInitiator', initiators),
    actors: when('actors', actors),
  };
  const find = await findPrincipals(unit, names);
  const ids = when(
    'targetDocumentIds',
    tasks.flatMap(({ documentIds }) => documentIds),
  );
  const writing: TaskWriting = {
    ...context.writing,
    ...find,
    document: await findTargets(context, ids),
    nodeSchemas: nodeSchemasOf(unit),
  };
  const buttons = await workflows.shownButtons(unit, tasks);
  return mapInTurns(tasks, (task, at) => writeTask({ task, buttons: buttons[at] ?? [] }, writing));
}

/** The entities of workflows, with what `fetch.workflow` asks for; the number of statements is fixed. */
export async function writeWorkflows(
  context: WorkflowContext,
  workflows: readonly ShownWorkflow[],
): Promise<readonly JsonOf<typeof workflowSchema>[]> {
  const { unit, fetch } = context;
  const asked = fetch('workflow');
  const initiators = asked.includes('initiator') ? workflows.map((each) => each.initiator) : [];
  const ids = asked.includes('attachedDocumentIds')
    ? workflows.flatMap(({ documentIds }) => documentIds)
    : [];
  const { initiator } = await findPrincipals(unit, { initiators, actors: [] });
  const document = await findTargets(context, ids);
  const writing: WorkflowWriting = { ...context.writing, initiator, document };
  return mapInTurns(workflows, (workflow) => writeWorkflow(workflow, writing));
}

/** Clients that draw the form of a task ask for these schemas: the node is a document for them. */
function nodeSchemasOf({ model }: ReadUnit): readonly string[] {
  return model.findType('RouteNode')
    ? model.shapeOf('RouteNode').schemas.map((each) => each.name)
    : [];
}

interface Names {
  readonly initiators: readonly string[];
  readonly actors: readonly string[];
}

/** The users and groups that exist. An actor without a prefix is a user, or else a group. */
async function findPrincipals(
  { handle }: ReadUnit,
  { initiators, actors }: Names,
): Promise<Pick<TaskWriting, 'initiator' | 'actor'>> {
  const isNot = (prefix: string) => (name: string) => !name.startsWith(prefix);
  const ofUsers = actors.filter(isNot('group:')).map(plainActor);
  const users = await findUsers(handle, [...initiators, ...ofUsers]);
  const groups = await findGroups(handle, actors.filter(isNot('user:')).map(plainActor));
  const fetchedUsers = new Set(initiators);
  const fetchedActors = new Set(actors);
  return {
    initiator: (name) => {
      const user = fetchedUsers.has(name) ? users.get(name) : undefined;
      return user && writeUserEntity(user);
    },
    actor: (name) => {
      if (!fetchedActors.has(name)) return undefined;
      const plain = plainActor(name);
      const user = name.startsWith('group:') ? undefined : users.get(plain);
      if (user) return writeUserEntity(user);
      const group = name.startsWith('user:') ? undefined : groups.get(plain);
      return group && writeGroupEntity(group);
    },
  };
}

/** The entities of the documents that the caller may read. */
async function findTargets(
  { unit, writing }: WorkflowContext,
  ids: readonly string[],
): Promise<(id: string) => object | undefined> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return () => undefined;
  if (distinct.length > fetchedDocumentsMax) {
    throw new AppError(
      'request.answer-too-large',
      `these have more than ${fetchedDocumentsMax} documents: ask for fewer of them (pageSize), or do not fetch the documents`,
    );
  }
  const documents = await findDocumentsById(unit, distinct);
  await loadAcls(unit, documents);
  const byId = new Map<string, Document>();
  for (const document of documents) {
    const isReadable = await hasPermission(unit, { document, permission: 'Read' });
    if (isReadable) byId.set(document.id, document);
  }
  return (id) => {
    const document = byId.get(id);
    return document && writeDocument(document, writing);
  };
}
