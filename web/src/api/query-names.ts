import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** A property as queries name it. */
export interface QueryName {
  readonly name: string;
  readonly type: string;
  /** The schema that it is in. */
  readonly schema: string;
  /** The vocabulary of its values. */
  readonly directory?: string | undefined;
}

export interface QueryNames {
  readonly types: readonly string[];
  readonly properties: readonly QueryName[];
}

/** Names that queries can use, from the content model of the server. */
export const queryNamesQuery = queryOptions({
  queryKey: keys.fixed('query-names'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<QueryNames> => {
    const [types, schemas] = await Promise.all([
      api.GET('/api/v1/config/types', { signal }),
      api.GET('/api/v1/config/schemas', { headers: { 'fetch.schema': 'fields' }, signal }),
    ]);
    const properties = schemas.flatMap(({ name: schema, '@prefix': prefix, fields }) =>
      Object.entries(fields).flatMap(([field, definition]) =>
        namesOf(`${prefix || schema}:${field}`, schema, definition),
      ),
    );
    return {
      types: Object.keys(types.doctypes).toSorted(),
      properties: properties.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    };
  },
});

const blobParts = ['name', 'length', 'mime-type', 'digest', 'encoding'];

/** The property, and what is within it. */
function namesOf(name: string, schema: string, definition: unknown): readonly QueryName[] {
  const { type, fields, directory } = described(definition);
  const own = { name, type, schema, directory };
  const inner = type.endsWith('[]') ? `${name}/*` : name;
  if (type.startsWith('blob')) {
    return [
      own,
      ...blobParts.map((part) => ({ name: `${inner}/${part}`, type: 'string', schema })),
    ];
  }
  const below = Object.entries(fields).flatMap(([field, each]) =>
    namesOf(`${inner}/${field}`, schema, each),
  );
  // Lists of groups of values cannot be compared themselves.
  return below.length > 0 ? below : [own];
}

interface Described {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly directory?: string | undefined;
}

function described(definition: unknown): Described {
  if (typeof definition === 'string') return { type: definition, fields: {} };
  if (!isMembers(definition)) return { type: '', fields: {} };
  const { type, fields, constraints, itemConstraints } = definition;
  const all = [constraints, itemConstraints].flat().filter(isMembers);
  const resolver = all.find(({ name }) => name === 'directoryResolver');
  const parameters = resolver?.parameters;
  const directory = isMembers(parameters) ? parameters.directory : undefined;
  return {
    type: String(type ?? ''),
    fields: isMembers(fields) ? fields : {},
    ...(typeof directory === 'string' && { directory }),
  };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const valuesMax = 500;

/** Ids of the entries of a vocabulary; below others with their ids before them. */
export function vocabularyValuesQuery(name: string) {
  return queryOptions({
    queryKey: keys.fixed('vocabulary-values', name),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { entries } = await api.GET('/api/v1/directory/{name}', {
        path: { name },
        query: { pageSize: valuesMax },
        signal,
      });
      return entries.map(({ id, properties }) => {
        const parent = isMembers(properties) ? properties.parent : undefined;
        return typeof parent === 'string' && parent !== '' ? `${parent}/${id}` : String(id);
      });
    },
  });
}
