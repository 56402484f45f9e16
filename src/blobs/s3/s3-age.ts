import { now } from '../../base/clock.ts';
import type { ObjectStat } from './s3-objects.ts';

/**
 * A content that was stored so lately may be about to be named by a row: far longer than any request or import takes
 * from one to the other. Collectors spare it, so that storing it needs no announcement.
 */
export const youngMs = 60 * 60 * 1000;

export function isYoung({ modifiedMs }: ObjectStat): boolean {
  return now() - modifiedMs < youngMs;
}
