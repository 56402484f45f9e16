import { limits } from '../../base/limits.ts';
import type { SchemaSelection } from '../../entities/property-writer.ts';
import { type Listing, unseenValueBytesMax } from '../../repository/unit/unit.ts';

/** Words are highlighted in values that are not shown, too: each document of a page has its share. */
const highlightedBytesMax = limits.listedBytesMax / 2;

/** What a list shows: large values that are not asked for are not even read. */
export function listingOf(
  schemas: SchemaSelection = [],
  { isHighlighted = false }: { isHighlighted?: boolean } = {},
): Listing {
  return {
    schemas: typeof schemas === 'string' ? [schemas] : schemas,
    valueBytesMax: unseenValueBytesMax,
    ...(isHighlighted && { sharedBytesMax: highlightedBytesMax }),
  };
}
