import type { Principal } from '../model/principal.ts';
import { idOf, type Runnable } from './registry.ts';

/** Who may call an operation or chain from outside; within chains all callers may run it. */
export interface Restriction {
  /** Id of an operation or chain. */
  readonly operation: string;
  /** No caller may call it. */
  readonly disabled: boolean;
  /** Only over HTTPS. */
  readonly secure: boolean;
  /** With any of these given, the caller must be one of them. */
  readonly administrators: boolean;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

interface Access {
  readonly principal: Principal;
  readonly isSecure: boolean;
}

/** Which operations callers from outside see and may run. */
export class AccessRules {
  readonly #restrictions: ReadonlyMap<string, Restriction>;
  readonly #hidden: ReadonlySet<string>;

  /** Of several restrictions of one operation the last one applies. */
  constructor(restrictions: readonly Restriction[], hidden: readonly string[]) {
    this.#restrictions = new Map(restrictions.map((each) => [each.operation, each]));
    this.#hidden = new Set(hidden);
  }

  /** Hidden ones are not listed and cannot be called from outside. */
  isHidden(runnable: Runnable): boolean {
    return this.#hidden.has(idOf(runnable));
  }

  isAllowed(runnable: Runnable, { principal, isSecure }: Access): boolean {
    const rule = this.#restrictions.get(idOf(runnable));
    if (!rule) return isAllowedByDefault(runnable, principal);
    if (rule.disabled || (rule.secure && !isSecure)) return false;
    const { administrators, users, groups } = rule;
    if (!administrators && users.length === 0 && groups.length === 0) return true;
    return (
      (administrators && principal.isAdministrator) ||
      users.includes(principal.username) ||
      groups.some((group) => principal.groups.includes(group))
    );
  }
}

function isAllowedByDefault(runnable: Runnable, principal: Principal): boolean {
  const isRestricted =
    runnable.kind === 'operation' && runnable.operation.access === 'administrator';
  return !isRestricted || principal.isAdministrator;
}
