import type { Doc } from '../api/types.ts';

/** The root has no title of its own. */
export function shownTitle({ path, title }: Pick<Doc, 'path' | 'title'>): string {
  return path === '/' ? '/' : title || path.slice(path.lastIndexOf('/') + 1);
}
