import type { Docs } from '../../api/types.ts';
import type { Text } from '../../i18n/i18n.tsx';

/** Counting ends at a limit; without one the server may not have counted at all. */
export function countText(
  text: Text,
  { resultsCount, resultsCountLimit }: Pick<Docs, 'resultsCount' | 'resultsCountLimit'>,
): string {
  if (resultsCount >= 0) return text('search.count', { count: resultsCount });
  if (resultsCountLimit > 0) return text('search.moreThan', { count: resultsCountLimit });
  return text('search.unknownCount');
}
