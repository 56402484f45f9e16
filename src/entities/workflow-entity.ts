import type { ShownWorkflow } from '../model/workflow/shown-workflow.ts';
import { variablesSchema } from '../model/workflow/variable-schemas.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { BlobUrlContext } from './blob-url.ts';
import type { Dialect } from './dialect.ts';
import { documentSchema } from './document-entity.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  type JsonOf,
  named,
  nullable,
  objectOf,
  schemaOf,
  text,
} from './json-schema.ts';
import { repositoryPlace } from './repository-place.ts';
import { userSchema } from './user-entity.ts';
import { variableMap, writeVariables } from './workflow-variables.ts';

/** What a task or workflow names: an entity where it is fetched, and otherwise the id. */
export const fetchedDocuments = arrayOf(anyOf(objectOf({ id: text }), documentSchema));
export const fetchedUser = nullable(anyOf(text, userSchema));

export const workflowSchema = entityOf('workflow', {
  id: text,
  name: text,
  title: text,
  state: text,
  workflowModelName: text,
  initiator: fetchedUser,
  attachedDocumentIds: fetchedDocuments,
  variables: variableMap,
  graphResource: text,
});

export const workflowsSchema = entityOf('workflows', { entries: arrayOf(workflowSchema) });

type WorkflowEntity = JsonOf<typeof workflowSchema>;

export interface WorkflowWriting {
  readonly dialect: Dialect;
  readonly repository: string;
  /** `http://host:8080/nuxeo/`. */
  readonly baseUrl: string;
  /** The entity of the user; undefined where it is not fetched, or not found. */
  initiator(name: string): object | undefined;
  /** The entity of a document; undefined where it is not fetched, or the caller may not read it. */
  document(id: string): object | undefined;
}

export function writeWorkflow(workflow: ShownWorkflow, writing: WorkflowWriting): WorkflowEntity {
  const { id, model, modelName, initiator } = workflow;
  return {
    'entity-type': 'workflow',
    id,
    name: workflow.name,
    title: model?.title ?? modelName,
    state: workflow.state,
    workflowModelName: modelName,
    initiator: fetched(writing.initiator(initiator), initiator),
    attachedDocumentIds: writeTargets(workflow.documentIds, writing),
    variables: writeVariables(model?.variables ?? [], workflow.variables, {
      dialect: writing.dialect,
      blobUrls: blobUrlsOf(id, writing),
      schema: variablesSchema(modelName),
    }),
    graphResource: graphOfInstance(id, writing),
  };
}

/** Of a string member that may be an entity: its type is that of the schema. */
export function fetched<T>(entity: object | undefined, otherwise: T): T {
  return (entity ?? otherwise) as T;
}

export function writeTargets(
  ids: readonly string[],
  writing: WorkflowWriting,
): JsonOf<typeof fetchedDocuments> {
  return ids.map((id) => fetched(writing.document(id), { id }));
}

export function blobUrlsOf(
  documentId: string,
  { baseUrl, repository }: Pick<WorkflowWriting, 'baseUrl' | 'repository'>,
): BlobUrlContext {
  return { baseUrl, repository, documentId, changeToken: null };
}

export function graphOfInstance(
  id: string,
  { baseUrl, repository }: Pick<WorkflowWriting, 'baseUrl' | 'repository'>,
): string {
  return `${baseUrl}api/v1/${repositoryPlace(repository)}workflow/${id}/graph`;
}

/** The model of workflows with the id of its document. */
export interface ListedModel {
  readonly id: string;
  readonly model: WorkflowModel;
}

/** A model in the form of a workflow, without an initiator and documents. */
export function writeWorkflowModel(
  listed: ListedModel,
  writing: Pick<WorkflowWriting, 'baseUrl' | 'repository' | 'dialect'>,
): WorkflowEntity {
  const { id, name, workflowModelName, variables, graphResource } = modelMembers(listed, writing);
  return {
    'entity-type': 'workflow',
    id,
    name,
    title: listed.model.title,
    state: 'validated',
    workflowModelName,
    initiator: null,
    attachedDocumentIds: [],
    variables,
    graphResource,
  };
}

/** What the document of a model has as well where workflows can be started. */
const runnableMembers = {
  id: text,
  name: text,
  workflowModelName: text,
  variables: variableMap,
  graphResource: text,
};

/** In the contract dialect the document entity of a model, in the native one a workflow. */
export const runnableWorkflowSchema = anyOf(
  workflowSchema,
  named(
    'runnableWorkflow',
    schemaOf<object>({
      ...documentSchema,
      properties: { ...(documentSchema.properties as object), ...runnableMembers },
      required: [...(documentSchema.required as string[]), ...Object.keys(runnableMembers)],
    }),
  ),
);

/** What clients need to offer a model, besides the entity of its document. */
export function modelMembers(
  { id, model }: ListedModel,
  writing: Pick<WorkflowWriting, 'baseUrl' | 'repository' | 'dialect'>,
) {
  const defaults = model.variables.map((each) => [each.name, each.default] as const);
  return {
    id,
    name: model.name,
    workflowModelName: model.name,
    variables: writeVariables(model.variables, Object.fromEntries(defaults), {
      dialect: writing.dialect,
      blobUrls: blobUrlsOf(id, writing),
      schema: variablesSchema(model.name),
    }),
    graphResource: `${writing.baseUrl}api/v1/workflowModel/${encodeURIComponent(model.name)}/graph`,
  };
}
