import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFound } from './not-found.tsx';
import { Problem } from './problem.tsx';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRouteWithContext<{ readonly client: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: Problem,
});
