import { type Document, hasFacet } from '../../model/document.ts';
import { recordFacet } from '../../model/record.ts';
import type { Availability } from '../../model/workflow/workflow-model.ts';
import { hasPermission } from '../access/permissions.ts';
import type { ReadUnit } from '../unit/unit.ts';

/**
 * Why the caller cannot start a workflow on the document, but for the condition of its model; undefined
 * if nothing is against it.
 */
export async function refusalOf(
  unit: ReadUnit,
  { permission, types, excludedStates, refusesLocked }: Availability,
  document: Document,
): Promise<string | undefined> {
  if (document.isTrashed) return 'it is in the trash';
  if (document.isVersion || document.proxyTarget) return 'it is a version or a proxy';
  if (hasFacet(document, recordFacet)) return 'it is a record';
  if (permission !== null && !(await hasPermission(unit, { document, permission }))) {
    return `it needs the permission ${permission}`;
  }
  if (types !== null && !types.includes(document.type)) return `its type is ${document.type}`;
  if (excludedStates.includes(document.state)) return `its state is ${document.state}`;
  return refusesLocked && document.lock !== null ? 'it is locked' : undefined;
}
