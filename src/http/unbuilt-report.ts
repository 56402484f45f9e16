import { LRUCache } from 'lru-cache';
import type { AppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';

/** Names are of a fixed list, but for what operations add to them. */
const rememberedMax = 1_000;
const intervalMs = 60 * 60 * 1000;

const reported = new WeakMap<Logger, LRUCache<string, true>>();

/**
 * Tells the operator that something was asked for which the server does not have yet: once an hour for
 * each thing, as clients ask for some with every page they show.
 */
export function reportUnbuilt(
  log: Logger,
  error: Pick<AppError, 'code' | 'message'>,
  context: { readonly requestId: string; readonly url: string },
): void {
  const known = reported.get(log) ?? new LRUCache({ max: rememberedMax, ttl: intervalMs });
  reported.set(log, known);
  if (known.has(error.message)) return;
  known.set(error.message, true);
  log.warn({ ...context, code: error.code }, error.message);
}
