import { LRUCache } from 'lru-cache';
import { now } from '../base/clock.ts';
import type { AppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';

/** Names are of a fixed list, but for what operations add to them. */
const rememberedMax = 1_000;
const intervalMs = 60 * 60 * 1000;

/** Message → when this process reported it. */
const reported = new WeakMap<Logger, LRUCache<string, number>>();

/**
 * Tells the operator that something was asked for which the server does not have yet: once an hour for
 * each thing, as clients ask for some with every page they show.
 */
export function reportUnbuilt(
  log: Logger,
  error: Pick<AppError, 'code' | 'message'>,
  context: { readonly requestId: string; readonly url: string },
): void {
  const known = reported.get(log) ?? new LRUCache<string, number>({ max: rememberedMax });
  reported.set(log, known);
  const last = known.get(error.message);
  if (last !== undefined && Math.abs(now() - last) < intervalMs) return;
  known.set(error.message, now());
  log.warn({ ...context, code: error.code }, error.message);
}
