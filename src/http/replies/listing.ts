import { limits } from '../../base/limits.ts';
import type { SchemaSelection } from '../../entities/property-writer.ts';
import { type Listing, unseenValueBytesMax } from '../../repository/unit/unit.ts';

/** Bytes for highlights in values that are not shown, divided by the documents of a page. */
const highlightedBytesMax = limits.listedBytesMax / 2;

/** What a list shows: large values that are not requested are not read. */
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
