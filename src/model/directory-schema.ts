import { z } from 'zod';
import { describeIssue } from '../base/errors/problem-list.ts';

/**
 * The form of a directory file, which `docs/reference/directories.md` explains to authors. Only configured
 * ones are checked: this module pulls in zod, so import it dynamically. Its types are in
 * `directory-format.ts`.
 */
const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]*$/,
    'a name starts with a letter and has letters, digits, "_", "-" and "." only',
  )
  // Names of members that every object inherits could be mistaken for values.
  .refine((text) => !(text in {}), 'this name is reserved');

const principals = z.array(z.string().min(1));
export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const type = z.enum(['string', 'password', 'integer', 'boolean', 'date']);

export const field = z.union([
  type,
  z.strictObject({
    type,
    default: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  }),
]);

export const definition = z.strictObject({
  /** Needed unless an earlier file defines the directory. */
  schema: name.exactOptional(),
  /** `id` when left out. */
  idField: name.exactOptional(),
  parent: name.exactOptional(),
  types: z.array(z.string().min(1)).exactOptional(),
  readOnly: z.boolean().exactOptional(),
  generatesIds: z.boolean().exactOptional(),
  /** Everyone when left out; administrators always may. */
  readers: principals.exactOptional(),
  /** The power users when left out; administrators always may. */
  writers: principals.exactOptional(),
  /** `once` when left out. */
  load: z.enum(['once', 'addMissing', 'overwrite']).exactOptional(),
  /** Names the values of the entries that are lists. */
  columns: z.array(name).exactOptional(),
  entries: z.array(z.union([z.array(scalar), z.record(name, scalar)])).exactOptional(),
});

export const file = z.strictObject({
  schemas: z.record(name, z.record(name, field)).exactOptional(),
  directories: z.record(name, definition).exactOptional(),
  /** Language → message key → text: what labels that are keys are translated to. */
  messages: z
    .record(
      z.string().regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/, 'use a language such as fr'),
      z.record(z.string(), z.string()),
    )
    .exactOptional(),
});

export function checkDirectoryForm(
  json: unknown,
): { readonly content: z.infer<typeof file> } | { readonly problems: readonly string[] } {
  const parsed = file.safeParse(json);
  if (parsed.success) return { content: parsed.data };
  return { problems: parsed.error.issues.map(describeIssue) };
}
