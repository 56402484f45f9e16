import { AppError } from '../../base/errors/app-error.ts';
import { randomDigits } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { type Acl, grantAce } from '../../model/acl.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { variablesFacet, variablesSchema } from '../../model/workflow/variable-schemas.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import type { InstanceState, VariableValues } from '../../model/workflow/workflow-state.ts';
import { internAcl } from '../access/acl-interning.ts';
import { stampCreation, stampModification } from '../changes/dublincore.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { saveContent, storedFacets } from '../changes/save-content.ts';
import { findDocument } from '../documents/documents.ts';
import { newRow } from '../editing/create-document.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { ensureDayFolder, modelPath } from './workflow-roots.ts';

const instanceType = 'DocumentRoute';

interface NewInstanceDocument {
  readonly model: WorkflowModel;
  readonly state: InstanceState;
  readonly initiator: string;
  readonly documentIds: readonly string[];
  readonly variables: VariableValues;
  readonly parentId: string | null;
  readonly parentNode: string | null;
}

/** The document of an instance that begins now; must be called with the tree locked. */
export async function insertInstanceDocument(
  unit: WriteUnit,
  instance: NewInstanceDocument,
): Promise<Document> {
  const { model: contentModel, nowMs, handle } = unit;
  const parent = await ensureDayFolder(unit, nowMs);
  const type = contentModel.getType(instanceType);
  const facet = variablesFacet(instance.model.name);
  const facets = contentModel.findFacet(facet) ? [facet] : [];
  const shape = contentModel.shapeOf(instanceType, facets);
  const modelDocument = await findDocument(unit, { path: modelPath(instance.model) });
  const modelId = modelDocument?.id ?? null;
  const properties = stampCreation(shape, unit, propertiesOf(contentModel, instance, modelId));
  const acls = readableBy(instance.initiator);
  const own = {
    own_acl: stringifyJson(acls),
    acl_id: await internAcl(handle, parent.aclId, acls),
    instance_facets: storedFacets(facets),
    lifecycle_state: instance.state,
  };
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const name = `${instance.model.name}.${randomDigits(14)}`;
    const row = { ...newRow(unit, { parent, name, type, properties, position: null }), ...own };
    const document = await insertDocument(unit, { row, properties, eventId: null });
    if (document) return document;
  }
  throw new AppError('document.too-many-collisions', 'No free name for a workflow');
}

/** The folder of instances is closed. */
function readableBy(initiator: string): readonly Acl[] {
  return [{ name: 'routing', aces: [grantAce(initiator, 'Read', 'Workflow')] }];
}

function propertiesOf(
  contentModel: ContentModel,
  { model, initiator, documentIds, variables, parentId, parentNode }: NewInstanceDocument,
  modelId: string | null,
): Properties {
  return {
    ...variableProperties(contentModel, model.name, variables),
    'dc:title': model.title,
    'docri:initiator': initiator,
    'docri:participatingDocuments': documentIds,
    'docri:variablesFacet': variablesFacet(model.name),
    'docri:modelId': modelId,
    'docri:parentRouteInstanceId': parentId,
    'docri:parentRouteNodeId': parentNode,
  };
}

/** A copy of the variables that queries find; those that the content model does not have are left out. */
function variableProperties(
  model: ContentModel,
  modelName: string,
  variables: VariableValues,
): Properties {
  const entries = Object.entries(variables).map(
    ([name, value]) => [`${variablesSchema(modelName)}:${name}`, value] as const,
  );
  return Object.fromEntries(entries.filter(([key]) => model.hasProperty(key)));
}

/** The document must have been read for update in this unit. */
export async function saveInstanceDocument(
  unit: WriteUnit,
  {
    document,
    modelName,
    state,
    variables,
  }: {
    readonly document: Document;
    readonly modelName: string;
    readonly state: InstanceState;
    readonly variables: VariableValues;
  },
): Promise<Document> {
  const copies = Object.entries(variableProperties(unit.model, modelName, variables)).filter(
    ([key]) => document.shape.properties.has(key),
  );
  const properties = { ...document.properties, ...Object.fromEntries(copies) };
  return saveContent(unit, {
    document,
    change: { state, properties: stampModification(document.shape, unit, properties) },
  });
}
