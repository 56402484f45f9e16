import { AppError } from '../../base/errors/app-error.ts';
import { type DocumentAddress, getAddressed } from '../document-address.ts';
import { sessionOf } from '../document-reply.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { absentAdapters, adapters } from './index.ts';

/** @throws AppError resource.not-found, server.not-implemented, request.method-not-allowed */
export async function dispatchAdapter(
  context: RequestContext,
  address: DocumentAddress,
  { name, args }: { name: string; args: readonly string[] },
): Promise<RouteReply> {
  const chained = args.find((segment) => segment.startsWith('@'));
  const wanted = chained === undefined ? name : chained.slice(1);
  if (absentAdapters.has(wanted)) {
    throw new AppError('server.not-implemented', `@${wanted} is not available on this server yet`);
  }
  const named = chained === undefined ? adapters.filter((adapter) => adapter.name === name) : [];
  const method = context.method === 'HEAD' ? 'GET' : context.method;
  const adapter = named.find((candidate) => candidate.method === method);
  if (adapter) return adapter.handle(context, { address, args });
  if (named.length > 0) {
    const allowed = named.map((candidate) => candidate.method).join(', ');
    throw new AppError('request.method-not-allowed', `@${name} takes ${allowed}`);
  }
  const document = await context.read((handle) =>
    getAddressed(handle, sessionOf(context), address),
  );
  throw new AppError(
    'resource.not-found',
    `Service ${wanted} not found for object: ${document.path} of type Document`,
  );
}
