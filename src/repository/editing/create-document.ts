import { AppError } from '../../base/errors/app-error.ts';
import { type DocumentId, newDocumentId, randomDigits } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { type Acl, grantAce, localAclName } from '../../model/acl.ts';
import type { AceTemplate, ContentTemplate, DocumentType } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import { validateDocumentName } from '../../model/document-name.ts';
import { joinPath } from '../../model/document-path.ts';
import { noLifecycleState } from '../../model/lifecycle.ts';
import { withoutRowProperties } from '../../model/row-keys.ts';
import type { Properties } from '../../model/value.ts';
import { initialVersionNumbers } from '../../model/version-numbers.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { internAcl } from '../access/acl-interning.ts';
import { requirePermission } from '../access/permissions.ts';
import { storeFirstAcl } from '../changes/acl-rows.ts';
import { stampCreation } from '../changes/dublincore.ts';
import { iconOfFile } from '../changes/file-icon.ts';
import { requireAcceptable } from '../changes/hooks.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { refuseSecured } from '../changes/property-rules.ts';
import { blankRow, derivedColumns, storedProperties } from '../changes/stored-content.ts';
import { getUncheckedDocument } from '../documents/documents.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { versionAfterSave } from '../versions/automatic-versioning.ts';
import { nextPosition } from './child-position.ts';
import { addFirstMembers } from './first-members.ts';

type ParentOfNew =
  | { readonly parentId: DocumentId }
  /** As the unit has read it after it had locked the tree. */
  | { readonly parent: Document };

type NewDocument = ParentOfNew & {
  readonly name: string;
  readonly type: string;
  readonly properties: Properties;
  /** Dates and names of authors that are kept, of documents that are imported. */
  readonly kept?: Properties;
};

/**
 * Creates a document below a parent under a free name: when the requested one is taken, a dot and
 * the time are appended. The subtypes of a parent are hints for user interfaces and not enforced.
 *
 * @throws AppError document.not-found (parent), permission.denied, document.type-unknown,
 *   document.name-invalid, document.path-too-long, property.read-only, property.violation
 */
export async function createDocument(unit: WriteUnit, input: NewDocument): Promise<Document> {
  const type = unit.model.getType(input.type);
  const name = validateDocumentName(input.name);
  const shape = unit.model.shapeOf(type.name);
  // The hooks check it again; here it is checked before the tree is locked and the parent read.
  refuseSecured(unit, shape, withoutUnset(input.properties));
  await unit.handle.lockTree('shared');
  const parent = await getParent(unit, input);
  const stamped = stampCreation(shape, unit, {
    ...input.properties,
    ...iconOfFile(shape, input.properties),
    ...initialVersionNumbers(shape.properties, input.properties),
  });
  const properties = { ...stamped, ...input.kept };
  const given = withoutUnset({ ...input.properties, ...input.kept });
  await requireAcceptable(unit, { shape, given, properties, before: null });
  const stored = withoutRowProperties(properties);
  const created = await insertBelow(unit, { parent, name, type, properties: stored });
  await addFirstMembers(unit, created, input.properties);
  await applyCreationTemplate(unit, created);
  return versionAfterSave(unit, created);
}

async function getParent(unit: WriteUnit, input: ParentOfNew): Promise<Document> {
  // Its row needs no lock: units that move, remove or secure it take the lock of the tree.
  const parent =
    'parent' in input ? input.parent : await getUncheckedDocument(unit, { id: input.parentId });
  await requirePermission(unit, { document: parent, permission: 'AddChildren' });
  refuseChildrenOf(parent);
  return parent;
}

/** Versions and proxies have no children. */
export function refuseChildrenOf(parent: Document): void {
  if (!parent.isVersion && !parent.proxyTarget) return;
  throw new AppError(
    'document.version-immutable',
    'Cannot add a child to a version or a proxy: add it to a folder',
  );
}

export function withoutUnset(properties: Properties): Properties {
  const set = Object.entries(properties).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(set);
}

interface Placement {
  readonly parent: Document;
  readonly name: string;
  readonly type: DocumentType;
  readonly properties: Properties;
  readonly position: number | null;
}

async function insertBelow(
  unit: WriteUnit,
  placement: Omit<Placement, 'position'>,
): Promise<Document> {
  const position = await nextPosition(unit.handle, placement.parent);
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const name = attempt === 0 ? placement.name : alternativeName(placement.name, unit, attempt);
    const row = newRow(unit, { ...placement, name, position });
    const created = await insertDocument(unit, {
      row,
      properties: placement.properties,
      eventId: 'documentCreated',
    });
    if (created) return created;
  }
  throw new AppError('document.too-many-collisions', `No free name like ${placement.name}`);
}

/** `report.1706955630400`; later attempts add random digits. */
export function alternativeName(name: string, unit: UnitContext, attempt: number): string {
  const suffix = `.${unit.nowMs}${attempt === 1 ? '' : randomDigits(6)}`;
  return name.slice(0, limits.nameLengthMax - suffix.length).toWellFormed() + suffix;
}

export function newRow(unit: UnitContext, placement: Placement): DocumentRow {
  const { parent, name, type, properties, position } = placement;
  const id = newDocumentId();
  return {
    ...blankRow,
    id,
    parent_id: parent.id,
    name,
    path: joinPath(parent.path ?? '/', name),
    primary_type: type.name,
    lifecycle_state: unit.model.lifecycleOf(type)?.initialState ?? noLifecycleState,
    position,
    properties: storedProperties(withoutRowProperties(properties)),
    ...derivedColumns(properties),
    acl_id: parent.aclId,
    series_id: id,
  };
}

/** Creates the children and permissions of some types: a Domain has its workspaces. */
async function applyCreationTemplate(unit: WriteUnit, document: Document): Promise<void> {
  const template = unit.model.creationTemplateOf(document.type);
  if (!template) return;
  const parent = await grantTemplateAcl(unit.handle, document, template.acl);
  for (const child of template.children) await createFromTemplate(unit, parent, child);
}

export async function createFromTemplate(
  unit: WriteUnit,
  parent: Document,
  template: ContentTemplate,
): Promise<void> {
  const type = unit.model.getType(template.type);
  const shape = unit.model.shapeOf(type.name);
  const properties = stampCreation(shape, unit, {
    ...initialVersionNumbers(shape.properties, {}),
    ...(template.title === null ? {} : { 'dc:title': template.title }),
  });
  const inserted = await insertBelow(unit, {
    parent,
    name: template.name,
    type,
    properties,
  });
  const typeAcl = unit.model.creationTemplateOf(type.name)?.acl ?? [];
  const acl = template.acl.length > 0 ? template.acl : typeAcl;
  const created = await grantTemplateAcl(unit.handle, inserted, acl);
  for (const child of template.children) await createFromTemplate(unit, created, child);
}

export function aclsOfTemplate(aces: readonly AceTemplate[]): Acl[] {
  if (aces.length === 0) return [];
  const entries = aces.map((ace) => ({
    ...grantAce(ace.username, ace.permission),
    granted: ace.granted,
  }));
  return [{ name: localAclName, aces: entries }];
}

/** Only for a document that was just created and has no children. */
async function grantTemplateAcl(
  handle: WriteHandle,
  document: Document,
  aces: readonly AceTemplate[],
): Promise<Document> {
  if (aces.length === 0) return document;
  const ownAcls = aclsOfTemplate(aces);
  const aclId = await internAcl(handle, document.aclId, ownAcls);
  await handle.execute(storeFirstAcl, { id: document.id, own: stringifyJson(ownAcls), aclId });
  return { ...document, ownAcls, aclId };
}
