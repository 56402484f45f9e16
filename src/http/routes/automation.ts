import { AppError } from '../../base/errors/app-error.ts';
import { defineRoute, type Method, type RouteDefinition } from '../route.ts';

/** The operation service does not exist yet: it says so instead of looking like a wrong address. */
function absentRoute(method: Method, path: string): RouteDefinition {
  return defineRoute({
    method,
    root: 'automation',
    path,
    access: 'authenticated',
    summary: 'The operation service, not available yet',
    body: 'none',
    responses: { 501: 'not available on this server yet' },
    async handle() {
      throw new AppError(
        'server.not-implemented',
        'The operation service is not available on this server yet',
      );
    },
  });
}

export const automationRoutes: readonly RouteDefinition[] = [
  { ...absentRoute('GET', ''), access: 'public' },
  absentRoute('GET', '/:operation'),
  absentRoute('POST', '/:operation'),
];
