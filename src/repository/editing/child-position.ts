import { type Document, hasFacet } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

const lastPosition = defineStatement<{ parentId: string }, { last: number | null }>((b, p) =>
  b
    .selectFrom('document')
    .select((e) => e.fn.max<number | null>('position').as('last'))
    .where('parent_id', '=', p.parentId)
    .where('position', 'is not', null),
);

/**
 * The position of a new child: after its siblings in an ordered folder, none elsewhere. Two that
 * are added at the same time may get the same; ids, which grow with time, then decide.
 */
export async function nextPosition(handle: ReadHandle, parent: Document): Promise<number | null> {
  if (!hasFacet(parent, 'Orderable')) return null;
  return ((await handle.fetchFirst(lastPosition, { parentId: parent.id }))?.last ?? -1) + 1;
}
