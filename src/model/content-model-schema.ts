import { z } from 'zod';
import { fieldTypePattern, referencePattern } from './content-model-fields.ts';
import type { ModelFileContent } from './content-model-format.ts';

/**
 * The form of a custom model file. This module pulls in zod, which costs more to load than the
 * whole built-in model: import it dynamically.
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

const fieldSpec = z.strictObject({
  type: z
    .string()
    .regex(
      fieldTypePattern,
      'the type is string, long, double, boolean, date, binary, blob or complex, with [] behind for a list',
    ),
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
  refersTo: z
    .string()
    .regex(
      referencePattern,
      'a field refers to "directory:{name}", "user", "group", "userOrGroup", "document:id" or "document:path"',
    )
    .exactOptional(),
  mustExist: z.boolean().exactOptional(),
});

/** The short form is widened first, so that problems are reported at one kind of place. */
const fieldEntry: z.ZodType<z.infer<typeof fieldSpec>> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z.lazy(() => fieldSpec),
);

const ace = z.strictObject({
  username: z.string().min(1),
  permission: name,
  granted: z.boolean().exactOptional(),
});

const creation = z.strictObject({
  acl: z.array(ace).exactOptional(),
  get children() {
    return z.array(document).exactOptional();
  },
});

const document = z.strictObject({
  name: z.string(),
  type: name,
  title: z.string().exactOptional(),
  acl: z.array(ace).exactOptional(),
  get children(): z.ZodExactOptional<z.ZodArray<typeof document>> {
    return z.array(document).exactOptional();
  },
});

const modelFile = z.strictObject({
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
      supertype: name.nullable().exactOptional(),
      schemas: references.exactOptional(),
      facets: references.exactOptional(),
      subtypes: references.exactOptional(),
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
  permissions: named(references).exactOptional(),
  content: z
    .strictObject({
      rootAcl: z.array(ace).exactOptional(),
      documents: z.array(document).exactOptional(),
      onCreation: named(creation).exactOptional(),
    })
    .exactOptional(),
  proxySchemas: references.exactOptional(),
});

type FormResult = { readonly content: ModelFileContent } | { readonly problems: readonly string[] };

/** The content when its form is right, else every problem as `place: what is wrong`. */
export function checkForm(json: unknown): FormResult {
  const result = modelFile.safeParse(json);
  if (result.success) return { content: result.data };
  return { problems: result.error.issues.flatMap(describeIssue) };
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${placeOf([...issue.path, key])}: unknown key`);
  }
  return [`${placeOf(issue.path)}: ${issue.message}`];
}

function placeOf(path: readonly PropertyKey[]): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place === '' ? '(the file)' : place;
}
