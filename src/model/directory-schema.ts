import { z } from 'zod';
import type { DirectoryFileContent } from './directory-format.ts';

/** The form of a configured directory file. Pulls in zod: import it dynamically. */
const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]*$/,
    'a name starts with a letter and has letters, digits, "_", "-" and "." only',
  )
  // Names that every object has by birth could be mistaken for values.
  .refine((text) => !(text in {}), 'this name is reserved');

const principals = z.array(z.string().min(1));
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const type = z.enum(['string', 'password', 'integer', 'boolean', 'date']);

const field = z.union([
  type,
  z.strictObject({
    type,
    default: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  }),
]);

const definition = z.strictObject({
  schema: name.exactOptional(),
  idField: name.exactOptional(),
  parent: name.exactOptional(),
  types: z.array(z.string().min(1)).exactOptional(),
  readOnly: z.boolean().exactOptional(),
  generatesIds: z.boolean().exactOptional(),
  readers: principals.exactOptional(),
  writers: principals.exactOptional(),
  load: z.enum(['once', 'addMissing', 'overwrite']).exactOptional(),
  columns: z.array(name).exactOptional(),
  entries: z.array(z.union([z.array(scalar), z.record(name, scalar)])).exactOptional(),
});

const file = z.strictObject({
  schemas: z.record(name, z.record(name, field)).exactOptional(),
  directories: z.record(name, definition).exactOptional(),
  messages: z
    .record(
      z.string().regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/, 'use a language such as fr'),
      z.record(z.string(), z.string()),
    )
    .exactOptional(),
});

export function checkDirectoryForm(
  json: unknown,
): { readonly content: DirectoryFileContent } | { readonly problems: readonly string[] } {
  const parsed = file.safeParse(json);
  if (parsed.success) return { content: parsed.data };
  return {
    problems: parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'file'}: ${message}`,
    ),
  };
}
