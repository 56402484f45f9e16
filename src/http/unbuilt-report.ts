import { LRUCache } from 'lru-cache';
import { now } from '../base/clock.ts';
import type { AppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';

/** Names are from a fixed list, except details that operations add. */
const reportedMax = 1_000;
const intervalMs = 60 * 60 * 1000;

/** Message → when this process reported it. */
const reported = new WeakMap<Logger, LRUCache<string, number>>();

/**
 * Logs a request for something that the server does not have yet: once an hour for each, as clients
 * request some of them with every page they show.
 */
export function reportUnbuilt(
  log: Logger,
  error: Pick<AppError, 'code' | 'message'>,
  context: { readonly requestId: string; readonly url: string },
): void {
  const known = reported.get(log) ?? new LRUCache<string, number>({ max: reportedMax });
  reported.set(log, known);
  const last = known.get(error.message);
  if (last !== undefined && Math.abs(now() - last) < intervalMs) return;
  known.set(error.message, now());
  log.warn({ ...context, code: error.code }, error.message);
}
