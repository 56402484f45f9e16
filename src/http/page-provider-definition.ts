import {
  anyOf,
  arrayOf,
  constant,
  entityOf,
  flag,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  number,
  objectOf,
  oneOf,
  text,
  texts,
} from '../entities/json-schema.ts';
import {
  aggregateTypes,
  type PageProvider,
  predicateOperators,
} from '../repository/search/definition.ts';

const sortSchema = arrayOf(objectOf({ property: text, isDescending: flag }));

function rangesOf<T>(bound: ReturnType<typeof nullable<T>>) {
  return arrayOf(objectOf({ key: text, from: bound, to: bound }));
}

const aggregateSchema = objectOf({
  id: text,
  type: oneOf(...aggregateTypes),
  field: text,
  selection: nullable(text),
  properties: mapOf(text),
  ranges: rangesOf(nullable(number)),
  dateRanges: rangesOf(nullable(text)),
});

export const definitionSchema = entityOf(
  'pageProviderDefinition',
  {
    name: text,
    query: nullable(text),
    select: texts,
    distinct: flag,
    from: text,
    where: texts,
    parameters: oneOf('quoted', 'escaped', 'raw'),
    searchDocumentType: nullable(text),
    predicates: arrayOf(
      objectOf({ property: text, operator: oneOf(...predicateOperators), fields: texts }),
    ),
    aggregates: arrayOf(aggregateSchema),
    quickFilters: arrayOf(objectOf({ name: text, clause: nullable(text), sort: sortSchema })),
    sort: sortSchema,
    sortable: flag,
    pageSize: integer,
    maxPageSize: integer,
    countLimit: anyOf(integer, constant('pageSize'), constant(null)),
  },
  { finds: oneOf('assignedTasks', 'groups', 'latestPrincipals', 'openTasks', 'users') },
);

export function writeDefinition({
  isDistinct,
  isSortable,
  parameters,
  ...rest
}: PageProvider): JsonOf<typeof definitionSchema> {
  return {
    'entity-type': 'pageProviderDefinition',
    ...rest,
    distinct: isDistinct,
    sortable: isSortable,
    parameters,
  };
}
