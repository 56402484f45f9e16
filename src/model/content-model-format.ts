/**
 * The form of a content model file, the built-in one included. `docs/reference/content-model.md`
 * explains it to authors; `content-model-schema.ts` checks it.
 */

/** `string`, `long`, `double`, `boolean`, `date`, `binary`, `blob`, `complex`; `[]` behind for many. */
export type FieldEntry = string | FieldSpec;

export interface FieldSpec {
  readonly type: string;
  /** Sub-fields of `complex` and `complex[]`. */
  readonly fields?: Readonly<Record<string, FieldEntry>>;
  readonly default?: string | number | boolean;
  readonly secured?: boolean;
  readonly notNull?: boolean;
  readonly enumeration?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** `directory:{name}`, `user`, `group`, `userOrGroup`, `document:{id or path}`. */
  readonly refersTo?: string;
  /** False switches the check off that the thing referred to exists. */
  readonly mustExist?: boolean;
}

export interface SchemaEntry {
  readonly prefix?: string;
  readonly versionWritable?: boolean;
  readonly fields?: Readonly<Record<string, FieldEntry>>;
}

interface FacetEntry {
  readonly schemas?: readonly string[];
}

export interface TypeEntry {
  /** `Document` when left out; null for a type outside that hierarchy. */
  readonly supertype?: string | null;
  readonly schemas?: readonly string[];
  readonly facets?: readonly string[];
  /** Types that clients offer to create inside; not inherited. */
  readonly subtypes?: readonly string[];
  /** That of the supertype when left out; null for none. */
  readonly lifecycle?: string | null;
  readonly excludedFromCopy?: boolean;
}

export interface LifecycleEntry {
  readonly initialState: string;
  readonly transitions: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, readonly string[]>>;
}

export interface AceEntry {
  readonly username: string;
  readonly permission: string;
  /** True when left out. */
  readonly granted?: boolean;
}

export interface CreationEntry {
  readonly acl?: readonly AceEntry[];
  readonly children?: readonly DocumentEntry[];
}

export interface DocumentEntry extends CreationEntry {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
}

interface ContentEntry {
  readonly rootAcl?: readonly AceEntry[];
  /** Documents below the root of a new repository. */
  readonly documents?: readonly DocumentEntry[];
  /** Type → what every new document of it starts with. */
  readonly onCreation?: Readonly<Record<string, CreationEntry>>;
}

export interface ModelFileContent {
  readonly schemas?: Readonly<Record<string, SchemaEntry>>;
  readonly facets?: Readonly<Record<string, FacetEntry>>;
  readonly types?: Readonly<Record<string, TypeEntry>>;
  readonly lifecycles?: Readonly<Record<string, LifecycleEntry>>;
  /** Permission → the permissions it includes. */
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
  readonly content?: ContentEntry;
  readonly proxySchemas?: readonly string[];
}

/** A file whose form has been checked; what it refers to is checked when the model is built. */
export interface ModelFile {
  /** Names the file in messages. */
  readonly source: string;
  readonly content: ModelFileContent;
}

/** Takes one problem of a file: the place in it and what is wrong there. */
export type ReportProblem = (path: string, message: string) => void;

export function recordEntries<T>(record: Readonly<Record<string, T>> | undefined): [string, T][] {
  return record === undefined ? [] : Object.entries(record);
}
