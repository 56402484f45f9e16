import { type DocumentId, newDocumentId } from '../../base/ids.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { noLifecycleState } from '../../model/lifecycle.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import { initialVersionNumbers } from '../../model/version-numbers.ts';
import { blankRow, storedProperties } from '../changes/stored-content.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import type { UnitContext } from '../unit/unit.ts';

/** Where a copy is put. */
interface CopyPlace {
  /** Null for a copy that has no place yet. */
  readonly parentId: string | null;
  readonly name: string;
  readonly path: string;
  readonly aclId: AclKey;
  readonly position: number | null;
  readonly resetsLifecycle: boolean;
}

/** A live, unlocked document of version 0.0 with the content of `source`, which may be a version. */
export function copyOf(unit: UnitContext, source: DocumentRow, place: CopyPlace): DocumentRow {
  const id = newDocumentId();
  const row = withFreshHistory(unit, source, id);
  const isReset = place.resetsLifecycle && source.proxy_target_id === null;
  return {
    ...row,
    id,
    parent_id: place.parentId,
    name: place.name,
    path: place.path,
    position: place.position,
    acl_id: place.aclId,
    lifecycle_state: isReset ? initialState(unit.model, row) : row.lifecycle_state,
  };
}

function initialState(model: ContentModel, row: DocumentRow): string {
  return model.lifecycleOf(model.getType(row.primary_type))?.initialState ?? noLifecycleState;
}

/** The content without locks, versions and counts of changes. A proxy stays a proxy. */
function withFreshHistory(unit: UnitContext, source: DocumentRow, id: DocumentId): DocumentRow {
  const content = {
    primary_type: source.primary_type,
    instance_facets: source.instance_facets,
    lifecycle_state: source.lifecycle_state,
    title_key: source.title_key,
    creator: source.creator,
    created_at: source.created_at,
    modified_at: source.modified_at,
    own_acl: source.own_acl,
  };
  const row = { ...source, ...blankRow, ...content };
  if (source.proxy_target_id !== null) {
    const { proxy_target_id, series_id } = source;
    return { ...row, proxy_target_id, series_id };
  }
  const { shape, properties: stored } = documentFromRow(unit.model, source);
  const properties = { ...stored, ...initialVersionNumbers(shape.properties, {}) };
  return { ...row, series_id: id, properties: storedProperties(properties) };
}
