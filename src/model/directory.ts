import { AppError } from '../base/errors/app-error.ts';
import type { Translations } from './translations.ts';

export type DirectoryFieldType =
  | 'string'
  | 'password'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'string[]';

/** Integers that a double cannot hold are bigint. */
export type DirectoryValue = string | number | bigint | boolean | readonly string[] | null;

/** Field name → value. */
export type DirectoryValues = Readonly<Record<string, DirectoryValue>>;

export interface DirectoryField {
  readonly name: string;
  readonly type: DirectoryFieldType;
  /** The value in new entries that do not give one. */
  readonly default: DirectoryValue;
}

export interface DirectorySchema {
  readonly name: string;
  readonly fields: readonly DirectoryField[];
}

/** Where entries come from: rows of their own, or the users and groups of the store. */
export type DirectorySource = 'entries' | 'users' | 'groups';

/**
 * What a start of the server does with the entries of a definition: load them once, so that later
 * changes and removals stay; add those that are missing; or overwrite.
 */
type LoadPolicy = 'once' | 'addMissing' | 'overwrite';

/** A list of entries that have the fields of a schema; a vocabulary is one. */
export interface Directory {
  readonly name: string;
  readonly schema: DirectorySchema;
  readonly idField: string;
  /** The directory whose ids the field `parent` holds; may be the directory itself. */
  readonly parent: string | null;
  /** Labels for filters; those of type `system` are left out of listings. */
  readonly types: readonly string[];
  readonly source: DirectorySource;
  readonly isReadOnly: boolean;
  /** Ids are numbers that the server generates by counting. */
  readonly generatesIds: boolean;
  /** Users and groups who may see entries besides administrators. */
  readonly readers: readonly string[];
  /** Users and groups who may change entries besides administrators. */
  readonly writers: readonly string[];
  readonly loadPolicy: LoadPolicy;
  readonly entries: readonly DirectoryValues[];
}

export interface DirectoryEntry {
  readonly directory: Directory;
  /** The value of the id field as text. */
  readonly id: string;
  /** Every field of the schema. */
  readonly values: DirectoryValues;
}

/** The field in which entries of a hierarchical directory name their parent. */
export const parentField = 'parent';
export const obsoleteField = 'obsolete';
export const orderingField = 'ordering';

export const systemDirectoryType = 'system';

export function isHierarchical({ schema }: Directory): boolean {
  return schema.fields.some(({ name }) => name === parentField);
}

/** Whether the parents of its entries are in the directory itself, which is the default. */
export function isWithinItself(directory: Directory): boolean {
  const { name, parent } = directory;
  return isHierarchical(directory) && (parent === null || parent === name);
}

/** All directories of a server, as they are defined; immutable after start. */
export class DirectoryCatalogue {
  readonly directories: readonly Directory[];
  readonly schemas: readonly DirectorySchema[];
  readonly #directories: ReadonlyMap<string, Directory>;
  readonly #messages: Translations;

  constructor(
    directories: readonly Directory[],
    schemas: readonly DirectorySchema[],
    messages: Translations,
  ) {
    this.directories = directories;
    this.schemas = schemas;
    this.#directories = new Map(directories.map((directory) => [directory.name, directory]));
    this.#messages = messages;
  }

  find(name: string): Directory | undefined {
    return this.#directories.get(name);
  }

  /** @throws AppError directory.not-found */
  get(name: string): Directory {
    const directory = this.#directories.get(name);
    if (!directory) throw new AppError('directory.not-found', `Directory ${name} was not found`);
    return directory;
  }

  findSchema(name: string): DirectorySchema | undefined {
    return this.schemas.find((schema) => schema.name === name);
  }

  /** The directory with the parents of its entries: itself unless another is declared. */
  parentOf(directory: Directory): Directory | undefined {
    if (!isHierarchical(directory)) return undefined;
    return directory.parent === null ? directory : this.find(directory.parent);
  }

  /** The directories whose entries may have a parent in this one. */
  childrenOf(directory: Directory): readonly Directory[] {
    return this.directories.filter(
      (other) => isHierarchical(other) && other.parent === directory.name,
    );
  }

  /**
   * The text for a message key in the first of the languages that has it, then in English, else the
   * key itself. For `fr-CA` texts for `fr` are used, too.
   */
  translate(key: string, languages: readonly string[]): string {
    return this.#messages.translate(key, languages);
  }
}

/** Entries of several directories by directory and id. */
export class EntryIndex {
  readonly #entries = new Map<string, Map<string, DirectoryEntry>>();

  add(entry: DirectoryEntry): void {
    const { name } = entry.directory;
    const known = this.#entries.get(name) ?? new Map<string, DirectoryEntry>();
    this.#entries.set(name, known.set(entry.id, entry));
  }

  find(directory: Directory, id: string): DirectoryEntry | undefined {
    return this.#entries.get(directory.name)?.get(id);
  }
}
