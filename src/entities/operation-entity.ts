import {
  arrayOf,
  constant,
  flag,
  type JsonOf,
  named,
  nullable,
  number,
  objectOf,
  text,
  texts,
} from './json-schema.ts';

const paramSchema = objectOf({
  name: text,
  description: text,
  type: text,
  required: flag,
  widget: nullable(text),
  order: number,
  values: texts,
});

export const operationSchema = named(
  'operation',
  objectOf(
    {
      id: text,
      label: text,
      category: text,
      requires: nullable(text),
      description: text,
      url: text,
      signature: texts,
      params: arrayOf(paramSchema),
    },
    { aliases: texts, since: text },
  ),
);

export const registrySchema = named(
  'registry',
  objectOf({
    paths: objectOf({ login: constant('login') }),
    codecs: arrayOf(text),
    operations: arrayOf(operationSchema),
    chains: arrayOf(operationSchema),
  }),
);

/** The description of a parameter in the registry. */
export type ParamDescriptor = JsonOf<typeof paramSchema>;

/** The description of an operation or chain in the registry. */
export interface OperationDescriptor {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly requires: string | null;
  readonly description: string;
  readonly since: string | null;
  /** Below `{automation_url}/`. */
  readonly url: string;
  /** Pairs of input and output, one after the other. */
  readonly signature: readonly string[];
  readonly params: readonly ParamDescriptor[];
}

/** One descriptor, with members in the order that clients expect. */
export function writeOperation(descriptor: OperationDescriptor): JsonOf<typeof operationSchema> {
  const { id, aliases, label, category, requires, description, since } = descriptor;
  return {
    id,
    ...(aliases.length > 0 && { aliases }),
    label,
    category,
    requires,
    description,
    ...(since !== null && { since }),
    url: descriptor.url,
    signature: descriptor.signature,
    params: descriptor.params,
  };
}

/** Contract: the service description. Chains are listed among the operations too, by label. */
export function writeRegistry(
  operations: readonly OperationDescriptor[],
  chains: readonly OperationDescriptor[],
): JsonOf<typeof registrySchema> {
  return {
    paths: { login: 'login' },
    codecs: [],
    operations: [...operations, ...chains].sort(byLabel).map(writeOperation),
    chains: [...chains]
      .sort(byLabel)
      .map((chain) => writeOperation({ ...chain, url: `Chain.${chain.id}` })),
  };
}

function byLabel(a: OperationDescriptor, b: OperationDescriptor): number {
  if (a.label !== b.label) return a.label < b.label ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
