import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import { defineRoute, type Method, type RouteDefinition, type RouteRoot } from '../route.ts';

/** In the spelling of clients and of the API's documentation. */
const roots = { api: '/api/v1', automation: '/site/automation', base: '' } as const;

/**
 * Routes that are not built yet. They require credentials first, as they will once they are built.
 */
export const unbuiltRoutes: readonly RouteDefinition[] = Object.entries(unbuilt.routes).flatMap(
  ([root, lines]) => lines.flatMap((line) => routesOf(root as RouteRoot, line)),
);

function routesOf(root: RouteRoot, line: string): RouteDefinition[] {
  const words = line.split(' ');
  const path = words.pop() ?? '';
  return words.map((method) => unbuiltRoute(method as Method, root, path));
}

function unbuiltRoute(method: Method, root: RouteRoot, path: string): RouteDefinition {
  const name = `${method} ${roots[root]}${path}`;
  return defineRoute({
    method,
    root,
    path,
    access: path.startsWith('/management/') ? 'administrator' : 'authenticated',
    summary: 'Not built yet',
    body: 'none',
    responses: { 501: 'not available on this server yet' },
    handle: async () => {
      throw notBuilt(name);
    },
  });
}
