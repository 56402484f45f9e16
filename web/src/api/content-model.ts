import { queryOptions } from '@tanstack/react-query';
import { type FieldGroup, readFieldGroup } from '../documents/fields.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import type { Doc } from './types.ts';

/** What values must fulfil is told to those who ask for it. */
const headers = { 'fetch.schema': 'fields' } as const;

/** The fields of a document by schema: of its type, and of the facets that it has itself. */
export function fieldsQuery({ type, schemas = [] }: Pick<Doc, 'type' | 'schemas'>) {
  const names = schemas.map(({ name }) => name);
  return queryOptions({
    queryKey: keys.fixed('fields', type, names),
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<readonly FieldGroup[]> {
      const found = await api.GET('/api/v1/config/types/{name}', {
        path: { name: type },
        headers,
        signal,
      });
      const known = new Set(found.schemas.map(({ name }) => name));
      const others = names.filter((name) => !known.has(name));
      const further = await Promise.all(
        others.map((name) =>
          api.GET('/api/v1/config/schemas/{name}', { path: { name }, headers, signal }),
        ),
      );
      return [...found.schemas, ...further].map((schema) => readFieldGroup({ ...schema }));
    },
  });
}
