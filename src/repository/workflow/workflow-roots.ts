import { assert } from '../../base/assert.ts';
import { stringifyJson } from '../../base/json.ts';
import { type Acl, everyone, everything, grantAce, localAclName } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { joinPath, rootPath } from '../../model/document-path.ts';
import { administratorsGroup, systemPrincipal } from '../../model/principal.ts';
import { internAcl } from '../access/acl-interning.ts';
import { stampCreation } from '../changes/dublincore.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { findDocument } from '../documents/documents.ts';
import { findDocuments } from '../documents/find-many.ts';
import { newRow } from '../editing/create-document.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

interface Root {
  readonly path: string;
  readonly type: string;
  readonly acls: readonly Acl[];
}

const noOneElse = { ...grantAce(everyone, everything), granted: false };

const taskRoot: Root = {
  path: '/task-root',
  type: 'TaskRoot',
  acls: [{ name: localAclName, aces: [grantAce(administratorsGroup, everything), noOneElse] }],
};

const instancesRoot: Root = {
  path: '/document-route-instances-root',
  type: 'DocumentRouteInstancesRoot',
  acls: [
    {
      name: localAclName,
      aces: [
        grantAce(administratorsGroup, everything),
        grantAce('routeManagers', 'ReadWrite'),
        noOneElse,
      ],
    },
  ],
};

export const modelsRoot: Root = {
  path: '/document-route-models-root',
  type: 'DocumentRouteModelsRoot',
  acls: [{ name: localAclName, aces: [grantAce(everyone, 'Read')] }],
};

/** Of the document that represents a model. */
export function modelPath({ name }: { readonly name: string }): string {
  return joinPath(modelsRoot.path, name);
}

/** Whether the store has the folders of models, instances and tasks. */
export async function hasWorkflowRoots(unit: ReadUnit): Promise<boolean> {
  const paths = [taskRoot, instancesRoot, modelsRoot].map(({ path }) => path);
  return (await findDocuments(unit, { ids: [], paths })).length === paths.length;
}

/** Makes those that are missing. Must be called with the tree locked. Returns that of models. */
export async function ensureWorkflowRoots(unit: WriteUnit): Promise<Document> {
  await ensureTaskRoot(unit);
  if (!(await findDocument(unit, { path: instancesRoot.path }))) {
    await ensureRoot(unit, instancesRoot);
  }
  return (await findDocument(unit, { path: modelsRoot.path })) ?? ensureRoot(unit, modelsRoot);
}

/** The closed folder of the documents of tasks. Must be called with the tree locked. */
export async function ensureTaskRoot(unit: WriteUnit): Promise<Document> {
  return (await findDocument(unit, { path: taskRoot.path })) ?? ensureRoot(unit, taskRoot);
}

/**
 * The folder of instances that begin on a day. Must be called with the tree locked. Where several
 * units make it at once, all but one wait for that one.
 */
export async function ensureDayFolder(unit: WriteUnit, ms: number): Promise<Document> {
  const names = new Date(ms).toISOString().slice(0, 10).split('-');
  const paths = [instancesRoot.path];
  for (const name of names) paths.push(joinPath(paths.at(-1) ?? rootPath, name));
  const found = await findDocuments(unit, { ids: [], paths });
  const byPath = new Map(found.map((document) => [document.path, document]));
  let folder = byPath.get(instancesRoot.path) ?? (await ensureRoot(unit, instancesRoot));
  for (const name of names) {
    const path = joinPath(folder.path ?? rootPath, name);
    folder = byPath.get(path) ?? (await insertFolder(unit, folder, { name, type: 'HiddenFolder' }));
  }
  return folder;
}

async function ensureRoot(unit: WriteUnit, { path, type, acls }: Root): Promise<Document> {
  const parent = await findDocument(unit, { path: rootPath });
  assert(parent, 'the store has a root');
  return insertFolder(unit, parent, { name: path.slice(1), type, acls });
}

interface NewFolder {
  readonly name: string;
  readonly type: string;
  readonly acls?: readonly Acl[];
}

/** The folder, also where another unit makes it at the same time. */
async function insertFolder(
  unit: WriteUnit,
  parent: Document,
  { name, type: typeName, acls = [] }: NewFolder,
): Promise<Document> {
  const { model, handle } = unit;
  const type = model.getType(typeName);
  const server = { ...unit, principal: systemPrincipal };
  const properties = stampCreation(model.shapeOf(typeName), server, { 'dc:title': name });
  const row = newRow(unit, { parent, name, type, properties, position: null });
  const own =
    acls.length === 0
      ? {}
      : { own_acl: stringifyJson(acls), acl_id: await internAcl(handle, parent.aclId, acls) };
  const made = await insertDocument(unit, { row: { ...row, ...own }, properties, eventId: null });
  const folder = made ?? (await findDocument(unit, { path: row.path ?? '' }));
  assert(folder, 'a folder whose name is taken can be read');
  return folder;
}
