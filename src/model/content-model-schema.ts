import { z } from 'zod';
import { describeForm } from './form-problems.ts';

/**
 * The form of a model file, which `docs/reference/content-model.md` explains to authors. Only
 * custom ones are checked: this module imports zod, which takes longer to load than the whole
 * built-in model, so import it dynamically. Its types are in `content-model-format.ts`.
 */
const name = z.string().superRefine((text, context) => {
  const problem = findNameProblem(text);
  if (problem) context.addIssue(problem);
});

function findNameProblem(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(text)) {
    return 'a name starts with a letter and has letters, digits, "_" and "-" only';
  }
  // Names that every object has by birth could be mistaken for values.
  return text in {} ? 'this name is reserved' : undefined;
}

/** A record by name. The names are looked at even when values are wrong, to report all at once. */
function named<T extends z.ZodType>(value: T): z.ZodRecord<z.ZodString, T> {
  return z.record(z.string(), value).superRefine(
    (record, context) => {
      for (const key of Object.keys(record)) {
        const message = findNameProblem(key);
        if (message) context.addIssue({ code: 'custom', path: [key], message });
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

const references = z.array(name);
const count = z.int().min(0);

export const fieldSpec = z.strictObject({
  type: z
    .string()
    .regex(
      /^(string|long|double|boolean|date|binary|blob|complex)(\[\])?$/,
      'the type is string, long, double, boolean, date, binary, blob or complex, with [] behind for a list',
    ),
  /** Sub-fields of `complex` and `complex[]`. */
  get fields() {
    return named(fieldEntry).exactOptional();
  },
  default: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  secured: z.boolean().exactOptional(),
  notNull: z.boolean().exactOptional(),
  enumeration: z.array(z.string()).min(1).exactOptional(),
  pattern: z.string().exactOptional(),
  minLength: count.exactOptional(),
  maxLength: count.exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  /** `directory:{name}`, `user`, `group`, `userOrGroup`, `document:id` or `document:path`. */
  refersTo: z
    .string()
    .regex(
      /^(user|group|userOrGroup|document:(id|path)|directory:.+)$/,
      'a field refers to "directory:{name}", "user", "group", "userOrGroup", "document:id" or "document:path"',
    )
    .exactOptional(),
  /** False: not checked that the thing referred to exists. */
  mustExist: z.boolean().exactOptional(),
});

/** The short form is widened first, so that problems are reported at one kind of place. */
type FieldSpec = z.infer<typeof fieldSpec>;
const fieldEntry: z.ZodType<string | FieldSpec> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z.lazy(() => fieldSpec),
);

export const ace = z.strictObject({
  username: z.string().min(1),
  permission: name,
  /** True when left out. */
  granted: z.boolean().exactOptional(),
});

const leaf = z.strictObject({
  name: z.string(),
  type: name,
  title: z.string().exactOptional(),
  acl: z.array(ace).exactOptional(),
});

interface Tree extends z.infer<typeof leaf> {
  children?: Tree[];
}

export const document: z.ZodType<Tree> = leaf.extend({
  children: z.array(z.lazy(() => document)).exactOptional(),
});

export const creation = z.strictObject({
  acl: z.array(ace).exactOptional(),
  children: z.array(document).exactOptional(),
});

export const modelFile = z.strictObject({
  schemas: named(
    z.strictObject({
      prefix: name.exactOptional(),
      versionWritable: z.boolean().exactOptional(),
      fields: named(fieldEntry).exactOptional(),
    }),
  ).exactOptional(),
  facets: named(z.strictObject({ schemas: references.exactOptional() })).exactOptional(),
  types: named(
    z.strictObject({
      /** `Document` when left out; null for a type outside that hierarchy. */
      supertype: name.nullable().exactOptional(),
      schemas: references.exactOptional(),
      facets: references.exactOptional(),
      /** Types that clients offer to create inside; not inherited. */
      subtypes: references.exactOptional(),
      /** That of the supertype by default; null for none. */
      lifecycle: name.nullable().exactOptional(),
      excludedFromCopy: z.boolean().exactOptional(),
    }),
  ).exactOptional(),
  lifecycles: named(
    z.strictObject({
      initialState: name,
      transitions: named(name),
      states: named(references),
    }),
  ).exactOptional(),
  /** Permission → the permissions it includes. */
  permissions: named(references).exactOptional(),
  content: z
    .strictObject({
      rootAcl: z.array(ace).exactOptional(),
      /** Documents below the root of a new repository. */
      documents: z.array(document).exactOptional(),
      /** Type → what every new document of it starts with. */
      onCreation: named(creation).exactOptional(),
    })
    .exactOptional(),
  proxySchemas: references.exactOptional(),
});

type FormResult =
  | { readonly content: z.infer<typeof modelFile> }
  | { readonly problems: readonly string[] };

/** The content when its form is right, else every problem as `place: what is wrong`. */
export function checkForm(json: unknown): FormResult {
  const result = modelFile.safeParse(json);
  if (result.success) return { content: result.data };
  return { problems: describeForm(result.error) };
}
