import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors/app-error.ts';
import { defaultRepository } from '../base/repository-name.ts';
import type { RouteDefinition } from './route.ts';
import type { Services } from './services.ts';
import { canonicalUrl, pathOf } from './url.ts';

type RouteKind = Pick<RouteDefinition, 'isServerWide' | 'namesRepository'>;

/**
 * The services with those of the repository that a request names: in its path, in its header, or
 * in its query, in this order.
 *
 * @param services those of the default repository
 * @throws AppError repository.not-found
 */
export function servicesFor(
  services: Services,
  route: RouteKind,
  request: FastifyRequest,
): Services {
  if (route.namesRepository) {
    const name = pathOf(request.originalUrl).slice(services.config.contextPath.length);
    // An unknown name is a file that does not exist, for the route to answer.
    return services.repositories.get(name.split('/', 3)[2] ?? '') ?? services;
  }
  const wanted = requestedRepository(services, request);
  if (wanted === undefined || wanted === '' || wanted === defaultRepository) return services;
  const found = services.repositories.get(wanted);
  if (!found) throw new AppError('repository.not-found', `Repository ${wanted} not found`);
  return route.isServerWide ? services : found;
}

function requestedRepository(
  { config }: Services,
  { originalUrl, headers }: FastifyRequest,
): string | undefined {
  const inPath = originalUrl.includes('/repo/')
    ? canonicalUrl(originalUrl, config.contextPath).repository
    : undefined;
  const header = headers['x-nxrepository'];
  const parameter = /[?&]nxrepository=([^&]*)/i.exec(originalUrl)?.[1];
  return inPath ?? (typeof header === 'string' ? header : undefined) ?? parameter;
}
