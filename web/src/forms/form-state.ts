import type { Value } from '../api/types.ts';
import { isSameValue, type Properties } from '../documents/values.ts';
import type { Problem } from './problem.ts';

/** What a form knows: the values that were read, and what the user has changed of them. */
export interface FormState {
  readonly base: Properties;
  /** Of the document that `base` was read from. */
  readonly changeToken: string;
  /** Only properties whose values differ from those of `base`. */
  readonly changes: Properties;
  /** What is wrong with values, by the server or as they were typed. */
  readonly problems: readonly Problem[];
}

export type FormEvent =
  | { readonly kind: 'set'; readonly name: string; readonly value: Value }
  | { readonly kind: 'revert'; readonly name: string }
  | { readonly kind: 'revert-all' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** The values of `saved` are stored; what was typed meanwhile stays. */
  | {
      readonly kind: 'saved';
      readonly base: Properties;
      readonly changeToken: string;
      readonly saved: Properties;
    }
  /** The edit goes on from other values: those of another person, or of a draft. */
  | ({ readonly kind: 'rebase' } & NewBase);

export function formStateOf(base: Properties, changeToken: string): FormState {
  return { base, changeToken, changes: {}, problems: [] };
}

export function changeForm(state: FormState, event: FormEvent): FormState {
  switch (event.kind) {
    case 'set':
      return withValue(state, event.name, event.value);
    case 'revert':
      return withValue(state, event.name, state.base[event.name] ?? null);
    case 'revert-all':
      return { ...state, changes: {}, problems: [] };
    case 'refused':
      return { ...state, problems: event.problems };
    case 'saved':
      return rebased(state, { ...event, changes: changedSince(state.changes, event.saved) });
    case 'rebase':
      return rebased(state, event);
  }
}

function withValue(state: FormState, name: string, value: Value): FormState {
  const { [name]: _, ...others } = state.changes;
  const isBack = isSameValue(value, state.base[name]);
  const problems = state.problems.filter(({ path }) => propertyOf(path) !== name);
  return {
    ...state,
    changes: isBack ? others : { ...others, [name]: value },
    // The same list, so that fields without problems need not be rendered again.
    problems: problems.length === state.problems.length ? state.problems : problems,
  };
}

interface NewBase {
  readonly base: Properties;
  readonly changeToken: string;
  readonly changes?: Properties;
}

/** Saved files are not the same as what is stored in their place, so it is asked what has been typed. */
function changedSince(changes: Properties, saved: Properties): Properties {
  const later = Object.entries(changes).filter(([name, value]) => value !== saved[name]);
  return Object.fromEntries(later);
}

function rebased(
  state: FormState,
  { base, changeToken, changes = state.changes }: NewBase,
): FormState {
  const real = Object.entries(changes).filter(([name, value]) => !isSameValue(value, base[name]));
  return { base, changeToken, changes: Object.fromEntries(real), problems: [] };
}

export function valueIn({ base, changes }: FormState, name: string): Value {
  return changes[name] ?? (name in changes ? null : (base[name] ?? null));
}

export function isDirty({ changes }: FormState): boolean {
  return Object.keys(changes).length > 0;
}

/** The property that a path leads into: `ctr:parties` of `ctr:parties/0/name`. */
export function propertyOf(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? path : path.slice(0, end);
}
