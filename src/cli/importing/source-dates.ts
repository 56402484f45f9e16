import type { Stats } from 'node:fs';
import type { Properties } from '../../model/value.ts';

/**
 * The dates of a file as those of its document. Copying a file makes a new date of creation and
 * keeps that of the change, so the earlier one counts; some file systems do not store the former.
 */
export function datesOf({
  birthtimeMs,
  mtimeMs,
}: Pick<Stats, 'birthtimeMs' | 'mtimeMs'>): Properties {
  const created = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
  return { 'dc:created': Math.floor(created), 'dc:modified': Math.floor(mtimeMs) };
}
