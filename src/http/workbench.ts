import type { Workbench } from '../conversion/workshop.ts';
import type { RequestContext } from './route.ts';

/** For conversions that the request waits for. */
export function workbenchOf({ services, principal }: RequestContext): Workbench {
  return services.workshop.for({ is: 'request', user: principal.username });
}
