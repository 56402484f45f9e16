import { AppError, isAppError } from '../base/errors/app-error.ts';
import { problemsError } from '../base/errors/problem-list.ts';
import { everyone } from './acl.ts';
import defaultDirectories from './data/default-directories.json' with { type: 'json' };
import {
  type Directory,
  DirectoryCatalogue,
  type DirectoryField,
  type DirectorySchema,
  type DirectoryValues,
  isHierarchical,
  parentField,
} from './directory.ts';
import type {
  DirectoryDefinitionEntry,
  DirectoryFieldEntry,
  DirectoryFile,
  DirectoryFileContent,
  ScalarEntry,
} from './directory-format.ts';
import {
  completeEntryValues,
  readEntryId,
  readEntryValues,
  readFieldValue,
} from './directory-values.ts';
import { powerUsersGroup } from './principal.ts';
import { Translations } from './translations.ts';

/** The built-in directories. They are not checked at start; a test does that. */
export const defaultDirectoryFile: DirectoryFile = {
  source: 'default directories',
  content: defaultDirectories as unknown as DirectoryFileContent,
};

/**
 * Checks the form of a configured directory file. What it refers to is checked by
 * `buildDirectoryCatalogue`.
 *
 * @param source names the file in messages
 * @throws AppError directory.invalid with every problem
 */
export async function parseDirectoryFile(json: unknown, source: string): Promise<DirectoryFile> {
  const { checkDirectoryForm } = await import('./directory-schema.ts');
  const result = checkDirectoryForm(json);
  if ('content' in result) return { source, content: result.content };
  throw invalidFiles(result.problems.map((problem) => `${source}: ${problem}`));
}

let builtIn: DirectoryCatalogue | undefined;

/** The built-in directories; the same object at each call. */
export function loadDefaultDirectories(): DirectoryCatalogue {
  builtIn ??= buildDirectoryCatalogue([defaultDirectoryFile]);
  return builtIn;
}

/**
 * Merges the files in order. A later file may add directories, and change settings of earlier ones
 * or add entries to them.
 *
 * @throws AppError directory.invalid with every problem
 */
export function buildDirectoryCatalogue(files: readonly DirectoryFile[]): DirectoryCatalogue {
  const merge = new DirectoryMerge();
  for (const file of files) merge.add(file);
  return merge.finish();
}

/** The files merged so far, and their problems. */
class DirectoryMerge {
  readonly #schemas = new Map<string, DirectorySchema>();
  readonly #directories = new Map<string, Directory>();
  readonly #messages = new Translations();
  readonly #problems: string[] = [];

  add({ source, content }: DirectoryFile): void {
    for (const [name, fields] of Object.entries(content.schemas ?? {})) {
      this.#try(`${source}: schemas.${name}`, () => {
        if (this.#schemas.has(name)) throw problem('is defined elsewhere; choose another name');
        this.#schemas.set(name, { name, fields: Object.entries(fields).map(compileField) });
      });
    }
    for (const [name, entry] of Object.entries(content.directories ?? {})) {
      this.#try(`${source}: directories.${name}`, () => {
        this.#directories.set(name, this.#compile(name, entry));
      });
    }
    for (const [language, texts] of Object.entries(content.messages ?? {})) {
      this.#messages.add(language, texts);
    }
  }

  finish(): DirectoryCatalogue {
    for (const directory of this.#directories.values()) {
      this.#try(`directories.${directory.name}`, () => this.#checkParent(directory));
    }
    if (this.#problems.length > 0) throw invalidFiles(this.#problems);
    const schemas = [...this.#schemas.values()];
    return new DirectoryCatalogue([...this.#directories.values()], schemas, this.#messages);
  }

  #compile(name: string, entry: DirectoryDefinitionEntry): Directory {
    const known = this.#directories.get(name);
    const schema = this.#schemaOf(entry, known);
    const idField = entry.idField ?? known?.idField ?? 'id';
    if (!schema.fields.some((field) => field.name === idField)) {
      throw problem(`idField: schema ${schema.name} has no field ${idField}`);
    }
    if (entry.generatesIds && schema.fields.find((f) => f.name === idField)?.type !== 'integer') {
      throw problem(`generatesIds: needs an id field of type integer, ${idField} is none`);
    }
    const settings = { ...known, ...definedSettings(entry) };
    const directory: Directory = {
      name,
      schema,
      idField,
      parent: settings.parent ?? null,
      types: settings.types ?? [],
      source: settings.source ?? 'entries',
      isReadOnly: settings.isReadOnly ?? false,
      generatesIds: settings.generatesIds ?? false,
      readers: settings.readers ?? [everyone],
      writers: settings.writers ?? [powerUsersGroup],
      loadPolicy: settings.loadPolicy ?? 'once',
      entries: [],
    };
    if (directory.source !== 'entries' && (entry.entries?.length ?? 0) > 0) {
      throw problem('entries: users and groups are no entries of a file');
    }
    return { ...directory, entries: mergeEntries(directory, known, entry) };
  }

  #schemaOf(entry: DirectoryDefinitionEntry, known: Directory | undefined): DirectorySchema {
    const name = entry.schema ?? known?.schema.name;
    if (name === undefined) throw problem('schema: say which schema the entries have');
    if (known && name !== known.schema.name) {
      throw problem(`schema: is ${known.schema.name} elsewhere and cannot become ${name}`);
    }
    const schema = this.#schemas.get(name);
    if (!schema) {
      throw problem(`schema: ${name} is not one of ${[...this.#schemas.keys()].join(', ')}`);
    }
    return schema;
  }

  #checkParent(directory: Directory): void {
    if (directory.parent === null) return;
    if (!isHierarchical(directory)) {
      throw problem(`parent: schema ${directory.schema.name} has no field ${parentField}`);
    }
    if (!this.#directories.has(directory.parent)) {
      throw problem(`parent: there is no directory ${directory.parent}`);
    }
  }

  #try(place: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.#problems.push(`${place}: ${error.message}`);
    }
  }
}

type Settings = Omit<Directory, 'name' | 'schema' | 'idField' | 'entries'>;

function definedSettings(entry: DirectoryDefinitionEntry): Partial<Settings> {
  const { parent, types, source, readOnly, generatesIds, readers, writers, load } = entry;
  return {
    ...(parent !== undefined && { parent }),
    ...(types !== undefined && { types }),
    ...(source !== undefined && { source }),
    ...(readOnly !== undefined && { isReadOnly: readOnly }),
    ...(generatesIds !== undefined && { generatesIds }),
    ...(readers !== undefined && { readers }),
    ...(writers !== undefined && { writers }),
    ...(load !== undefined && { loadPolicy: load }),
  };
}

/** Of two entries with the same id that of the later file replaces the earlier one. */
function mergeEntries(
  directory: Directory,
  known: Directory | undefined,
  { entries = [], columns }: DirectoryDefinitionEntry,
): readonly DirectoryValues[] {
  const { idField } = directory;
  const merged = new Map((known?.entries ?? []).map((values) => [String(values[idField]), values]));
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    try {
      const values = completeEntryValues(
        directory,
        readEntryValues(directory, namedValues(entry, columns)),
      );
      const id = readEntryId(values[idField]);
      if (seen.has(id)) throw problem(`id: ${id} is there twice`);
      seen.add(id);
      merged.set(id, values);
    } catch (error) {
      if (!isAppError(error)) throw error;
      throw problem(`entries.${index}: ${error.message}`);
    }
  }
  return [...merged.values()];
}

function namedValues(
  entry: readonly ScalarEntry[] | Readonly<Record<string, ScalarEntry>>,
  columns: readonly string[] | undefined,
): Readonly<Record<string, ScalarEntry>> {
  if (!isRow(entry)) return entry;
  if (columns === undefined) throw problem('columns: name the values of entries that are lists');
  if (entry.length !== columns.length) {
    throw problem(`has ${entry.length} values for ${columns.length} columns`);
  }
  return Object.fromEntries(columns.map((column, index) => [column, entry[index] ?? null]));
}

function isRow(entry: unknown): entry is readonly ScalarEntry[] {
  return Array.isArray(entry);
}

function compileField([name, entry]: [string, DirectoryFieldEntry]): DirectoryField {
  const { type, default: value } =
    typeof entry === 'string' ? { type: entry, default: undefined } : entry;
  const field = { name, type, default: null };
  return { ...field, default: readFieldValue(field, value) };
}

function problem(message: string): AppError {
  return new AppError('directory.invalid', message);
}

function invalidFiles(problems: readonly string[]): AppError {
  return problemsError('directory.invalid', 'The directories have', problems);
}
