import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import { type DocumentAddress, getAddressed } from '../requests/document-address.ts';
import type { RequestContext, RouteReply, WritingRequest } from '../route.ts';
import { pathOf } from '../url.ts';
import { adapters } from './index.ts';
import { callOn } from './op.ts';

/** @throws AppError resource.not-found, server.not-implemented, request.method-not-allowed */
export async function dispatchAdapter(
  context: RequestContext,
  address: DocumentAddress,
  { name, args }: { name: string; args: readonly string[] },
): Promise<RouteReply> {
  const at = args.findIndex((segment) => segment.startsWith('@'));
  if (args[at] === '@op') return callOnAdapter(context, address, { name, args });
  const before = at === -1 ? undefined : { name, args: args.slice(0, at) };
  const wanted = before ? (args[at] ?? '').slice(1) : name;
  if (unbuilt.adapters.has(wanted)) throw notBuilt(`@${wanted}`);
  const named = adapters.filter(
    (adapter) => adapter.name === wanted && (!before || adapter.follows?.includes(before.name)),
  );
  const method = context.method === 'HEAD' ? 'GET' : context.method;
  const adapter = named.find((candidate) => candidate.method === method);
  if (adapter) {
    const target = { address, args: args.slice(at + 1) };
    return adapter.handle(context, before ? { ...target, before } : target);
  }
  if (named.length > 0) {
    const allowed = named.map((candidate) => candidate.method).join(', ');
    throw new AppError('request.method-not-allowed', `@${wanted} takes ${allowed}`);
  }
  const document = await context.read((unit) => getAddressed(unit, address));
  throw new AppError(
    'resource.not-found',
    `Service ${wanted} not found for object: ${document.path} of type Document`,
  );
}

/** Whether a request of a document, or of an adapter of it, changes the store. */
export function changesStore({ method, url }: WritingRequest): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  const path = pathOf(url);
  const at = path.lastIndexOf('/@');
  if (at === -1 || !isReading) return !isReading;
  const [name, ...rest] = path.slice(at + 2).split('/');
  const adapter = adapters.find((each) => each.name === name && each.method === 'GET');
  const { writes } = adapter ?? {};
  return typeof writes === 'function' ? writes(rest.join('/')) : writes === true;
}

/** `/@children/@op/…`, `/@blob/{xpath}/@op/…`: the adapter before is the input. */
async function callOnAdapter(
  context: RequestContext,
  address: DocumentAddress,
  { name, args }: { name: string; args: readonly string[] },
): Promise<RouteReply> {
  const at = args.indexOf('@op');
  const adapter = adapters.find((each) => each.name === name && each.resource !== undefined);
  if (!adapter?.resource) {
    throw new AppError('resource.not-found', `@${name} cannot be the input of an operation`);
  }
  if (context.method !== 'POST') {
    throw new AppError('request.method-not-allowed', '@op takes POST');
  }
  const target = { address, args: args.slice(0, at) };
  return callOn(context, args.slice(at + 1), () =>
    present(adapter.resource?.(context, target), name),
  );
}
