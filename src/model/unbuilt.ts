import { AppError } from '../base/errors/app-error.ts';
import file from './data/unbuilt.json' with { type: 'json' };

/**
 * What the API and its clients name and this server does not have yet. Asking for it is answered
 * with 501, so that it can be told from a mistake, which is 404. What is built leaves the list: a test
 * holds that nothing in it can be had.
 */
export const unbuilt = {
  /** By root: methods, then the path pattern of a route. */
  routes: file.routes,
  /** What follows the `@` below a document. */
  adapters: new Set(file.adapters),
  /** Of documents. */
  enrichers: new Set(file.enrichers),
  /** Ids and aliases of operations and chains. */
  operations: new Set(file.operations),
  pageProviders: new Set(file.pageProviders),
} as const;

/** `what` is all that is told, and what repeated reports in the log are recognised by. */
export function notBuilt(what: string): AppError {
  return new AppError('server.not-implemented', `${what} is not available on this server yet`);
}
