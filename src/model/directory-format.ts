import type { z } from 'zod';
import type { DirectorySource } from './directory.ts';
import type { definition, field, file, scalar } from './directory-schema.ts';
import type { Immutable } from './immutable.ts';

export type ScalarEntry = z.infer<typeof scalar>;
export type DirectoryFieldEntry = Immutable<z.infer<typeof field>>;

export interface DirectoryDefinitionEntry extends Immutable<z.infer<typeof definition>> {
  /** Only in the built-in file. */
  readonly source?: DirectorySource;
}

/** What a directory file says, the built-in one included; `directory-schema.ts` has its form. */
export interface DirectoryFileContent extends Immutable<z.infer<typeof file>> {
  readonly directories?: Readonly<Record<string, DirectoryDefinitionEntry>>;
}

/** A file whose form has been checked; what it refers to is checked when all are merged. */
export interface DirectoryFile {
  /** Names the file in messages. */
  readonly source: string;
  readonly content: DirectoryFileContent;
}
