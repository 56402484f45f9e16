import { documentSchema } from '../entities/document-entity.ts';
import type { Document } from '../model/document.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { type Ancestors, loadAcls } from '../repository/documents/find-many.ts';
import { defineEnricher, type EnricherContext } from './define.ts';
import { nestedWriter } from './nested-documents.ts';
import { sharedAncestors } from './shared.ts';

/** The closest ancestor the caller may read; left out when there is none. */
export const firstAccessibleAncestorEnricher = defineEnricher({
  name: 'firstAccessibleAncestor',
  entityType: 'document',
  schema: documentSchema,
  // Proxies among the ancestors need two more queries, unreadable ones a query for what tasks
  // allow, and properties in rows another one.
  queriesMax: 5,
  async run(context, documents) {
    const { unit, writing } = context;
    const ancestors = await sharedAncestors(unit, documents);
    await loadAcls(unit, documents);
    const find = writing.dialect === 'native' ? nextDocumentAfter : closest;
    const found: (Document | undefined)[] = [];
    for (const document of documents) found.push(await find(context, ancestors, document));
    const present = found.filter((each) => each !== undefined);
    const write = await nestedWriter(context, present);
    return found.map((target) => target && write(target));
  },
});

async function closest(
  _context: EnricherContext,
  ancestors: Ancestors,
  document: Document,
): Promise<Document | undefined> {
  return ancestors.readableOf(document).at(-1);
}

/** Opened by native clients after a removal: the parent, or a document that cannot be removed. */
async function nextDocumentAfter(
  { unit }: EnricherContext,
  ancestors: Ancestors,
  document: Document,
): Promise<Document | undefined> {
  const parent = ancestors.readableOf(document).at(-1);
  if (!parent || parent.id !== document.parentId) return undefined;
  const canRemove = await hasPermission(unit, { document, permission: 'Remove' });
  return canRemove ? parent : document;
}
