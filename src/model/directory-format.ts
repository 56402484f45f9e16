import type { DirectorySource, LoadPolicy } from './directory.ts';

/**
 * The form of a directory file, the built-in one included. `docs/reference/directories.md` explains
 * it to authors; `directory-schema.ts` checks it.
 */
export interface DirectoryFileContent {
  readonly schemas?: Readonly<Record<string, Readonly<Record<string, DirectoryFieldEntry>>>>;
  readonly directories?: Readonly<Record<string, DirectoryDefinitionEntry>>;
  /** Language → message key → text: what labels that are keys are translated to. */
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type ScalarEntry = string | number | boolean | null;

export type DirectoryFieldEntry =
  | string
  | { readonly type: string; readonly default?: Exclude<ScalarEntry, null> };

export interface DirectoryDefinitionEntry {
  /** Needed unless an earlier file defines the directory. */
  readonly schema?: string;
  /** `id` when left out. */
  readonly idField?: string;
  readonly parent?: string;
  readonly types?: readonly string[];
  readonly readOnly?: boolean;
  readonly generatesIds?: boolean;
  /** Everyone when left out; administrators always may. */
  readonly readers?: readonly string[];
  /** The power users when left out; administrators always may. */
  readonly writers?: readonly string[];
  /** `once` when left out. */
  readonly load?: LoadPolicy;
  /** Names the values of the entries that are lists. */
  readonly columns?: readonly string[];
  readonly entries?: readonly (readonly ScalarEntry[] | Readonly<Record<string, ScalarEntry>>)[];
  /** Only in the built-in file. */
  readonly source?: DirectorySource;
}

/** A file whose form has been checked; what it refers to is checked when all are put together. */
export interface DirectoryFile {
  /** Names the file in messages. */
  readonly source: string;
  readonly content: DirectoryFileContent;
}
