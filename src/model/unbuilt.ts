import { AppError } from '../base/errors/app-error.ts';
import file from './data/unbuilt.json' with { type: 'json' };

/**
 * What the API and its clients name and this server does not have yet. Requests for it are answered
 * with 501, to distinguish them from mistakes, which are 404. What is built is removed from the
 * list: a test checks that nothing in it exists.
 */
export const unbuilt = {
  /** By root: methods, then the path pattern of a route. */
  routes: file.routes,
  /** Names of document adapters, which follow the `@`. */
  adapters: new Set(file.adapters),
  /** Ids and aliases of operations and chains. */
  operations: new Set(file.operations),
  pageProviders: new Set(file.pageProviders),
  /** Actions of bulk commands. */
  bulkActions: new Set(file.bulkActions),
} as const;

/** `what` is the whole message, and repeated reports in the log are recognised by it. */
export function notBuilt(what: string): AppError {
  return new AppError('server.not-implemented', `${what} is not available on this server yet`);
}
