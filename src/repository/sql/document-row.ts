import type { DocumentId } from '../../base/ids.ts';
import { parseJson } from '../../base/json.ts';
import { parseStoredJson } from '../../base/json-in-turns.ts';
import { isLongText, turnAfter } from '../../base/turns.ts';
import type { Acl } from '../../model/acl.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { Properties } from '../../model/value.ts';
import type { DocumentTable } from '../../storage/tables.ts';

/** The columns that documents are made of; the others are for statements. */
export const contentColumns = [
  'id',
  'parent_id',
  'name',
  'path',
  'primary_type',
  'instance_facets',
  'lifecycle_state',
  'properties',
  'own_acl',
  'acl_id',
  'is_trashed',
  'lock_owner',
  'lock_created_at',
  'system_token',
  'user_token',
  'is_version',
  'is_checked_out',
  'series_id',
  'base_version_id',
  'version_created_at',
  'is_latest_version',
  'is_latest_major_version',
  'version_description',
  'proxy_target_id',
] as const satisfies readonly (keyof DocumentTable)[];

export type ContentRow = Pick<DocumentTable, (typeof contentColumns)[number]>;

export type DocumentRow = DocumentTable;

/** An interned ACL is a number, also where a statement returns all of them as text. */
export function aclKeyOf(value: AclKey): AclKey {
  return typeof value === 'string' && !value.includes('@') ? Number(value) : value;
}

/** What decides about the permissions on a live document or proxy. */
export function grantTarget({ id, acl_id: aclId }: Pick<DocumentRow, 'id' | 'acl_id'>) {
  return { id, aclId: aclKeyOf(aclId), isVersion: false, seriesId: id };
}

const none: readonly never[] = [];

/**
 * A document of a row alone; `hydrateDocuments` completes versions and proxies. Properties that are
 * already parsed can be passed, as parsing takes long for large ones.
 */
export function documentFromRow(
  model: ContentModel,
  row: ContentRow,
  properties = parseJson(row.properties) as Properties,
): Document {
  const instanceFacets =
    row.instance_facets === null ? none : (parseJson(row.instance_facets) as string[]);
  return {
    id: row.id as DocumentId,
    parentId: row.parent_id as DocumentId | null,
    name: row.name,
    path: row.path,
    type: row.primary_type,
    shape: model.shapeOf(row.primary_type, instanceFacets),
    instanceFacets,
    state: row.lifecycle_state,
    properties,
    ownAcls: row.own_acl === null ? none : (parseJson(row.own_acl) as Acl[]),
    aclId: aclKeyOf(row.acl_id),
    isTrashed: row.is_trashed === 1,
    lock:
      row.lock_owner === null
        ? null
        : { owner: row.lock_owner, createdMs: row.lock_created_at ?? 0 },
    systemToken: row.system_token,
    userToken: row.user_token,
    isVersion: row.is_version === 1,
    isCheckedOut: row.is_checked_out === 1,
    seriesId: row.series_id as DocumentId,
    baseVersionId: row.base_version_id as DocumentId | null,
    versionCreatedMs: row.version_created_at,
    isLatestVersion: row.is_latest_version === 1,
    isLatestMajorVersion: row.is_latest_major_version === 1,
    versionDescription: row.version_description,
    proxyTarget: null,
  };
}

/** As `documentFromRow`. Other work of the event loop runs while large properties are parsed. */
export function readDocument(model: ContentModel, row: ContentRow): Document | Promise<Document> {
  if (!isLongText(row.properties)) return documentFromRow(model, row);
  return parseStoredJson(row.properties).then((properties) =>
    turnAfter(row.properties, documentFromRow(model, row, properties as Properties)),
  );
}
