import type { ExpressionBuilder } from 'kysely';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { variablesFacet } from '../../model/workflow/variable-schemas.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import type { Tables } from '../../storage/tables.ts';
import { stampCreation } from '../changes/dublincore.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { findDocument, hydrateDocuments } from '../documents/documents.ts';
import { findDocuments } from '../documents/find-many.ts';
import { newRow } from '../editing/create-document.ts';
import { removeDocument } from '../editing/remove-document.ts';
import { updateDocument } from '../editing/update-document.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { ensureWorkflowRoots, hasWorkflowRoots, modelPath, modelsRoot } from './workflow-roots.ts';

const modelType = 'DocumentRoute';
/** The state of models; instances have others. */
const modelState = 'validated';

/**
 * The documents that represent the models of the configuration for clients, by the names of the models. One
 * query, by their paths: for a parent in a subquery PostgreSQL expects so many children that it may read
 * all documents.
 */
export async function findModelDocuments(unit: ReadUnit): Promise<ReadonlyMap<string, Document>> {
  const paths = unit.workflowModels.all.map(modelPath);
  const documents = await findDocuments(unit, { ids: [], paths });
  return byName(documents.filter(({ type, isTrashed }) => type === modelType && !isTrashed));
}

/** As `findModelDocuments`, with those of models that the configuration does not have any more. */
async function findAllModelDocuments(unit: ReadUnit): Promise<ReadonlyMap<string, Document>> {
  const root = await findDocument(unit, { path: modelsRoot.path });
  if (!root) return new Map();
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .selectAll()
      .where('parent_id', '=', root.id)
      .where('primary_type', '=', modelType)
      .where('is_trashed', '=', 0),
  );
  return byName(await hydrateDocuments(unit, rows));
}

function byName(documents: readonly Document[]): ReadonlyMap<string, Document> {
  return new Map(documents.map((document) => [document.name, document]));
}

function parentIsRoot({ eb, selectFrom }: ExpressionBuilder<Tables, 'document'>) {
  const root = selectFrom('document').select('id').where('path', '=', modelsRoot.path);
  return eb('parent_id', '=', root);
}

/** Whether `ensureModelDocuments` would change something: reading does not keep other writers waiting. */
export async function hasOtherModelDocuments(unit: ReadUnit): Promise<boolean> {
  if (!(await hasWorkflowRoots(unit))) return true;
  const { missing, changed, removable } = await compare(unit);
  return missing.length + changed.length + removable.length > 0;
}

/**
 * Makes the folders of workflows, and the documents of models what the configuration says. That of a model that it does not have any
 * more stays while an instance names the model.
 */
export async function ensureModelDocuments(unit: WriteUnit): Promise<void> {
  // Another server that starts at the same time waits here, and then has nothing to do.
  await unit.handle.lockTree('exclusive');
  const root = await ensureWorkflowRoots(unit);
  const { missing, changed, removable } = await compare(unit);
  for (const model of missing) await insertModel(unit, root, model);
  for (const { document, model } of changed) {
    const properties = propertiesOf(model);
    await updateDocument(unit, { id: document.id, properties, changeToken: null });
  }
  for (const document of removable) await removeDocument(unit, document.id);
}

interface Differences {
  readonly missing: readonly WorkflowModel[];
  readonly changed: readonly { readonly document: Document; readonly model: WorkflowModel }[];
  /** Documents of models that are gone, which no instance names. */
  readonly removable: readonly Document[];
}

async function compare(unit: ReadUnit): Promise<Differences> {
  const { workflowModels } = unit;
  const documents = await findAllModelDocuments(unit);
  const changed = workflowModels.all.flatMap((model) => {
    const document = documents.get(model.name);
    return document && !isUpToDate(document, model) ? [{ document, model }] : [];
  });
  const obsolete = [...documents.keys()].filter((name) => !workflowModels.find(name));
  const named = new Set(await namedByInstances(unit, obsolete));
  return {
    missing: workflowModels.all.filter(({ name }) => !documents.has(name)),
    changed,
    removable: obsolete.flatMap((name) => (named.has(name) ? [] : (documents.get(name) ?? []))),
  };
}

function isUpToDate({ properties }: Document, model: WorkflowModel): boolean {
  return Object.entries(propertiesOf(model)).every(([name, value]) => properties[name] === value);
}

function propertiesOf({ name, title }: WorkflowModel): Properties {
  return { 'dc:title': title, 'docri:variablesFacet': variablesFacet(name) };
}

/** One look into an index for each name. */
async function namedByInstances(
  { handle }: ReadUnit,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select('name')
      .where(parentIsRoot)
      .where('name', 'in', names)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('workflow_instance')
            .select('workflow_instance.id')
            .whereRef('workflow_instance.model_name', '=', 'document.name'),
        ),
      ),
  );
  return rows.map(({ name }) => name);
}

async function insertModel(
  unit: WriteUnit,
  parent: Document,
  workflow: WorkflowModel,
): Promise<void> {
  const { model } = unit;
  const type = model.getType(modelType);
  const properties = stampCreation(model.shapeOf(type.name), unit, propertiesOf(workflow));
  const { name } = workflow;
  const row = newRow(unit, { parent, name, type, properties, position: null });
  await insertDocument(unit, {
    row: { ...row, lifecycle_state: modelState },
    properties,
    eventId: null,
  });
}
