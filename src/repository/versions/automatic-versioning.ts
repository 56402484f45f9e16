import { type Document, hasFacet } from '../../model/document.ts';
import { saveContent } from '../changes/save-content.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { makeVersion } from './versions.ts';

/**
 * The default policy of automatic versions: a Note is versioned at every save; a document with a
 * file is versioned before another user than its last contributor changes it.
 */
function isVersionedAtEverySave(unit: UnitContext, document: Document): boolean {
  return unit.model.isSubtype(document.type, 'Note') && hasFacet(document, 'Versionable');
}

/** Also after creation. */
export async function versionAfterSave(unit: WriteUnit, document: Document): Promise<Document> {
  if (!isVersionedAtEverySave(unit, document)) return document;
  return (await makeVersion(unit, { document, by: 'MINOR' })).live;
}

/** Keeps the state that another user last saved; the document is checked out again for the change. */
export async function versionBeforeSave(unit: WriteUnit, document: Document): Promise<Document> {
  if (!isVersionedBeforeSave(unit, document)) return document;
  const { live } = await makeVersion(unit, { document, by: 'MINOR' });
  return saveContent(unit, { document: live, change: { isCheckedOut: true } });
}

const quietMs = 60 * 60 * 1000;

/**
 * Before a synchronized file gets new content: its present state is kept, unless the same user saved
 * it within the last hour. What another user saved is kept with the change itself.
 */
export async function keepVersionFor(unit: WriteUnit, document: Document): Promise<void> {
  const { 'dc:modified': modified } = document.properties;
  const isOld = typeof modified === 'number' && modified < unit.nowMs - quietMs;
  if (!isOld || !document.isCheckedOut || !hasFacet(document, 'Versionable')) return;
  await makeVersion(unit, { document, by: 'MINOR' });
}

function isVersionedBeforeSave(unit: UnitContext, document: Document): boolean {
  if (!document.isCheckedOut || !hasFacet(document, 'Versionable')) return false;
  if (hasFacet(document, 'SystemDocument') || document.type === 'Workspace') return false;
  if (isVersionedAtEverySave(unit, document)) return false;
  if (!document.shape.properties.has('file:content')) return false;
  const lastContributor = document.properties['dc:lastContributor'];
  return typeof lastContributor === 'string' && lastContributor !== unit.principal.username;
}
