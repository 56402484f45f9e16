import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { applicationPath } from '../api/server.ts';
import { ScreenLoading } from '../ui/states.tsx';
import { routeTree } from './routes.ts';

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: applicationPath,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: ScreenLoading,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
