import type { Doc } from '../../api/types.ts';

/** The readable folders above, from the top, without the root. */
export function ancestorsOf({ uid, contextParameters: { breadcrumb } }: Doc): readonly Doc[] {
  if (typeof breadcrumb !== 'object' || breadcrumb === null || !('entries' in breadcrumb))
    return [];
  const entries = Array.isArray(breadcrumb.entries) ? (breadcrumb.entries as Partial<Doc>[]) : [];
  return entries
    .filter((each) => each.uid !== uid)
    .map((each) => ({ properties: {}, contextParameters: {}, ...each }) as Doc);
}
