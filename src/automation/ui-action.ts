import type { WorkingDocument } from './values.ts';

/** Something that a user interface offers, as the configuration describes it. */
export interface UiAction {
  readonly id: string;
  readonly categories: readonly string[];
  readonly link: string;
  readonly icon: string;
  /** By language; `en` where there is none of a language. */
  readonly label: Readonly<Record<string, string>>;
  readonly help: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly order: number;
  /** Of the document; empty for any. */
  readonly types: readonly string[];
  readonly facets: readonly string[];
  /** On the document; null for none. */
  readonly permission: string | null;
  /** Of which the user is in one; empty for all users. */
  readonly groups: readonly string[];
}

/** Whether the action is for such a document; null where there is none. */
export function isFor(
  { types, facets, permission }: UiAction,
  document: WorkingDocument | null,
): boolean {
  if (!document) return types.length === 0 && facets.length === 0 && permission === null;
  if (types.length > 0 && !types.includes(document.type)) return false;
  return facets.length === 0 || facets.some((facet) => document.shape.facets.includes(facet));
}
