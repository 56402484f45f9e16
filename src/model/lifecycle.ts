import { AppError } from '../base/errors/app-error.ts';

export interface Lifecycle {
  readonly name: string;
  readonly initialState: string;
  /** Transition → the state it leads to. */
  readonly transitions: Readonly<Record<string, string>>;
  /** State → the transitions allowed from it. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}

/** State of documents whose type is bound to no life cycle. */
export const noLifecycleState = 'undefined';

/** @throws AppError lifecycle.transition-not-allowed */
export function followTransition(
  lifecycle: Lifecycle | undefined,
  state: string,
  transition: string,
): string {
  const next = lifecycle?.transitions[transition];
  if (next === undefined || !lifecycle?.states[state]?.includes(transition)) {
    throw new AppError(
      'lifecycle.transition-not-allowed',
      `Not allowed to follow transition <${transition}> from state <${state}>`,
    );
  }
  return next;
}
