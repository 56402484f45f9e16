import type { z } from 'zod';
import type { ace, creation, document, fieldSpec, modelFile } from './content-model-schema.ts';
import type { Immutable } from './immutable.ts';

/** A content model file, the built-in one included; `content-model-schema.ts` has its form. */
export type ModelFileContent = Immutable<z.infer<typeof modelFile>>;

export type SchemaEntry = NonNullable<ModelFileContent['schemas']>[string];
export type TypeEntry = NonNullable<ModelFileContent['types']>[string];
export type LifecycleEntry = NonNullable<ModelFileContent['lifecycles']>[string];

export type FieldSpec = Immutable<z.infer<typeof fieldSpec>>;

/** `string`, `long`, `double`, `boolean`, `date`, `binary`, `blob`, `complex`; `[]` for a list. */
export type FieldEntry = string | FieldSpec;

export type AceEntry = Immutable<z.infer<typeof ace>>;
export type CreationEntry = Immutable<z.infer<typeof creation>>;
export type DocumentEntry = Immutable<z.infer<typeof document>>;

/** A file whose form has been checked; what it refers to is checked when the model is built. */
export interface ModelFile {
  /** Names the file in messages. */
  readonly source: string;
  readonly content: ModelFileContent;
  /** Its schemas and facets may not extend those of earlier files. */
  readonly isNew?: boolean;
}

/** Takes one problem of a file: the place in it and what is wrong there. */
export type ReportProblem = (path: string, message: string) => void;

export function recordEntries<T>(record: Readonly<Record<string, T>> | undefined): [string, T][] {
  return record === undefined ? [] : Object.entries(record);
}
