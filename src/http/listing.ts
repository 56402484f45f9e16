import type { SchemaSelection } from '../entities/property-writer.ts';
import { type Listing, unseenValueBytesMax } from '../repository/session.ts';

/** What words are highlighted in, shown or not. */
const highlightedValueBytesMax = 128 * 1024;

/** What a list shows: large values that are not asked for are not even read. */
export function listingOf(
  schemas: SchemaSelection = [],
  { isHighlighted = false }: { isHighlighted?: boolean } = {},
): Listing {
  return {
    schemas: typeof schemas === 'string' ? [schemas] : schemas,
    valueBytesMax: isHighlighted ? highlightedValueBytesMax : unseenValueBytesMax,
  };
}
