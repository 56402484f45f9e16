import type { DocumentId } from '../src/base/ids.ts';
import { createLogger } from '../src/base/log.ts';
import { compose } from '../src/compose.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Services } from '../src/http/services.ts';
import type { Document } from '../src/model/document.ts';
import { createPrincipal } from '../src/model/principal.ts';
import type { WorkflowModel } from '../src/model/workflow/workflow-model.ts';
import type { NodeRecord, WorkflowInstance } from '../src/model/workflow/workflow-state.ts';
import { findDocument } from '../src/repository/documents/documents.ts';
import { createDocument } from '../src/repository/editing/create-document.ts';
import { hashPassword } from '../src/repository/principals/passwords.ts';
import { createUser } from '../src/repository/principals/users.ts';
import { createSystemUnit, createUnit, type WriteUnit } from '../src/repository/unit/unit.ts';
import { insertInstanceDocument } from '../src/repository/workflow/instance-documents.ts';
import {
  insertInstance,
  insertInstanceDocuments,
} from '../src/repository/workflow/instance-rows.ts';
import { insertTaskDocuments } from '../src/repository/workflow/task-documents.ts';
import {
  documentGrants,
  insertGrants,
  taskGrants,
} from '../src/repository/workflow/task-grants.ts';
import { insertTasks, type NewTask } from '../src/repository/workflow/task-rows.ts';

export interface TaskStore {
  readonly tasks: number;
  readonly users: number;
}

/** One of the actors; all have as many tasks. */
export const actor = { username: 'user-0', password: 'user-0' } as const;
export const reviewsPath = '/default-domain/workspaces/reviews';
export const reviewModel = 'SerialDocumentReview';
/** The node whose tasks are open. */
const reviewNode = 'Task6d8';
const tasksPerFile = 4;
const perUnit = 200;
const dayMs = 24 * 60 * 60 * 1_000;

/** A new store with reviews that wait for one of many users each. */
export async function fillTasks(
  place: { readonly data: string; readonly databaseUrl?: string },
  size: TaskStore,
): Promise<void> {
  const { config } = loadConfig({ environment: {}, flags: { ...place, logLevel: 'silent' } });
  const { services, close } = await compose(config, createLogger('silent'));
  try {
    await addUsers(services, size.users);
    const files = await addFiles(services, Math.ceil(size.tasks / tasksPerFile));
    await addReviews(services, size, files);
  } finally {
    await close();
  }
}

async function addUsers({ database }: Services, users: number): Promise<void> {
  const passwordHash = await hashPassword(actor.password);
  await inUnits(users, (start, end) =>
    database.write(async (handle) => {
      for (let n = start; n < end; n += 1) {
        const username = `user-${n}`;
        const own = username === actor.username ? { passwordHash } : {};
        await createUser(handle, { username, ...own });
      }
    }),
  );
}

async function addFiles(
  { database, repository }: Services,
  count: number,
): Promise<readonly DocumentId[]> {
  const write = <T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> =>
    database.write((handle) => work(createSystemUnit(handle, repository)));
  const parentId = await write(async (unit) => {
    const above = await findDocument(unit, { path: '/default-domain/workspaces' });
    if (!above) throw new Error('the store has no /default-domain/workspaces');
    return addTo(unit, { parentId: above.id, type: 'Workspace', name: 'reviews' });
  });
  const ids: DocumentId[] = [];
  await inUnits(count, (start, end) =>
    write(async (unit) => {
      for (let n = start; n < end; n += 1) {
        ids.push(await addTo(unit, { parentId, type: 'File', name: `file-${n}` }));
      }
    }),
  );
  return ids;
}

async function addTo(
  unit: WriteUnit,
  child: { parentId: DocumentId; type: string; name: string },
): Promise<DocumentId> {
  return (await createDocument(unit, { ...child, properties: { 'dc:title': child.name } })).id;
}

async function addReviews(
  { database, repository }: Services,
  { tasks, users }: TaskStore,
  files: readonly DocumentId[],
): Promise<void> {
  const model = repository.workflowModels.find(reviewModel);
  if (!model) throw new Error(`there is no model ${reviewModel}`);
  const server = createPrincipal('Administrator', [], true);
  await inUnits(tasks, (start, end) =>
    database.write(async (handle) => {
      const unit = createUnit(handle, repository, server);
      await unit.handle.lockTree('shared');
      const reviews = Array.from({ length: end - start }, (_unused, at) => ({
        model,
        user: `user-${(start + at) % users}`,
        file: files[(start + at) % files.length] as DocumentId,
        dueMs: unit.nowMs + ((start + at) % 30) * dayMs,
      }));
      await storeReviews(unit, reviews);
    }),
  );
}

interface Review {
  readonly model: WorkflowModel;
  readonly user: string;
  readonly file: DocumentId;
  readonly dueMs: number;
}

async function storeReviews(unit: WriteUnit, reviews: readonly Review[]): Promise<void> {
  const instances: Document[] = [];
  for (const review of reviews) instances.push(await insertReview(unit, review));
  const node = (review: Review) => review.model.nodes.find(({ id }) => id === reviewNode);
  const descriptions = reviews.map((review, at) => ({
    name: node(review)?.title ?? '',
    nodeId: reviewNode,
    type: 'RoutingTask',
    instanceId: instances[at]?.id ?? null,
    modelName: reviewModel,
    initiator: 'Administrator',
    actors: [`user:${review.user}`],
    documentIds: [review.file],
    directive: node(review)?.task?.directive ?? null,
    description: null,
    dueMs: review.dueMs,
    variables: { nodeId: reviewNode },
  }));
  const documents = await insertTaskDocuments(unit, descriptions, null);
  const tasks = descriptions.map(
    (task, at): NewTask => ({
      ...task,
      id: documents[at]?.id ?? '',
      createdMs: unit.nowMs,
      actors: [reviews[at]?.user ?? ''],
    }),
  );
  for (const [at, review] of reviews.entries()) {
    const id = instances[at]?.id ?? '';
    await insertInstance(unit, {
      model: review.model,
      instance: instanceOf(unit, review, { id, taskId: tasks[at]?.id ?? '' }),
    });
    await insertInstanceDocuments(unit, { id, startedMs: unit.nowMs }, [review.file]);
  }
  await insertTasks(unit.handle, tasks);
  const shared = { permission: 'ReadWrite', kind: 'routing' } as const;
  await insertGrants(
    unit.handle,
    tasks.flatMap(({ id: taskId, actors, documentIds }) => [
      ...taskGrants({ taskId, principals: ['Administrator', ...actors] }),
      ...documentGrants({ taskId, principals: actors }, { documentIds, ...shared }),
    ]),
  );
}

function variablesOf({ user }: Review) {
  const participants = [`user:${user}`];
  return { index: 0, initiatorComment: null, participants, validationOrReview: 'review' };
}

function insertReview(unit: WriteUnit, review: Review): Promise<Document> {
  return insertInstanceDocument(unit, {
    model: review.model,
    state: 'running',
    initiator: 'Administrator',
    documentIds: [review.file],
    variables: variablesOf(review),
    parentId: null,
    parentNode: null,
  });
}

function instanceOf(
  { nowMs, workflowModels }: WriteUnit,
  review: Review,
  { id, taskId }: { readonly id: string; readonly taskId: string },
): WorkflowInstance {
  const node: NodeRecord = {
    state: 'suspended',
    count: 1,
    startedMs: nowMs,
    endedMs: null,
    dueMs: review.dueMs,
    lastActor: null,
    button: null,
    variables: {},
    tasks: [
      {
        id: taskId,
        actor: `user:${review.user}`,
        actors: [review.user],
        delegatedActors: [],
        comment: null,
        status: null,
        isEnded: false,
      },
    ],
    arrivals: [],
    escalated: [],
    subInstanceId: null,
  };
  return {
    id,
    modelName: reviewModel,
    modelDigest: workflowModels.digestOf(review.model),
    state: 'running',
    initiator: 'Administrator',
    startedMs: nowMs,
    endedMs: null,
    parentId: null,
    parentNode: null,
    variables: variablesOf(review),
    nodes: { [reviewNode]: node },
  };
}

async function inUnits(
  count: number,
  add: (start: number, end: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += perUnit) {
    await add(start, Math.min(count, start + perUnit));
  }
}
