import type { Principal } from '../model/principal.ts';
import type { AccessRules } from './access-rules.ts';
import type { OperationStanding } from './operation-context.ts';
import type { OperationRegistry } from './registry.ts';

/** Whether the caller could call the operation or chain of that name from outside. */
export function standingOf(
  {
    registry,
    accessRules,
  }: { readonly registry: OperationRegistry; readonly accessRules: AccessRules },
  name: string,
  access: { readonly principal: Principal; readonly isSecure: boolean },
): OperationStanding {
  const runnable = registry.find(name);
  if (!runnable || accessRules.isHidden(runnable)) return 'unknown';
  return accessRules.isAllowed(runnable, access) ? 'allowed' : 'denied';
}
