import { AppError } from '../../base/errors/app-error.ts';
import {
  directorySchema,
  facetItemsSchema,
  facetSchema,
  type SchemaWriteOptions,
  schemaItemsSchema,
  schemaSchema,
  typeSchema,
  typesSchema,
  writeFacet,
  writeFacetItem,
  writeSchema,
  writeSchemaItem,
  writeType,
  writeTypes,
} from '../../entities/content-model-entity.ts';
import type { JsonSchema } from '../../entities/json-schema.ts';
import type { Schema } from '../../model/content-model.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import { fetchParameter } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteDefinition } from '../route.ts';

const fetchFields = fetchParameter('schema', 'fields shows what values must fulfil');

/** One kind of definition that can be read as a list and by name. */
interface Introspection {
  /** Some have two addresses, which clients use. */
  readonly paths: readonly string[];
  readonly what: string;
  readonly listSchema: JsonSchema;
  readonly itemSchema: JsonSchema;
  list(repository: RepositoryContext, options: SchemaWriteOptions): object;
  find(
    repository: RepositoryContext,
    name: string,
    options: SchemaWriteOptions,
  ): object | undefined;
}

const types: Introspection = {
  paths: ['/config/types', '/docType'],
  what: 'document type',
  listSchema: typesSchema,
  itemSchema: typeSchema,
  list: ({ model }) => writeTypes(model),
  find({ model }, name, options) {
    const type = model.findType(name);
    return type && writeType(model, type, options);
  },
};

const schemas: Introspection = {
  paths: ['/config/schemas', '/schema'],
  what: 'schema',
  listSchema: schemaItemsSchema,
  itemSchema: schemaSchema,
  list: (repository, options) =>
    schemasOf(repository).map((schema) => writeSchemaItem(schema, options)),
  find(repository, name, options) {
    const schema = schemasOf(repository).find((each) => each.name === name);
    return schema && writeSchema(schema, options);
  },
};

const facets: Introspection = {
  paths: ['/config/facets', '/facet'],
  what: 'facet',
  listSchema: facetItemsSchema,
  itemSchema: facetSchema,
  list: ({ model }, options) =>
    model.definition.facets.map((facet) => writeFacetItem(model, facet, options)),
  find({ model }, name, options) {
    const facet = model.findFacet(name);
    return facet && writeFacet(model, facet, options);
  },
};

/** Those of documents, and those of directories, whose fields vocabulary editors read here. */
function schemasOf({ model, directories }: RepositoryContext): readonly Schema[] {
  const others = directories.schemas.filter(({ name }) => !model.findSchema(name));
  return [...model.definition.schemas, ...others.map(directorySchema)];
}

export const configRoutes: readonly RouteDefinition[] = [types, schemas, facets].flatMap((kind) =>
  kind.paths.flatMap((path) => [listRoute(kind, path), readRoute(kind, path)]),
);

function listRoute({ what, list, listSchema }: Introspection, path: string): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path,
    access: 'authenticated',
    summary: `Every ${what} of the content model`,
    body: 'none',
    parameters: [fetchFields],
    responses: { 200: json(`every ${what}`, listSchema) },
    handle: async (context) =>
      jsonReply(200, list(context.services.repository, optionsOf(context))),
  });
}

function readRoute({ what, find, itemSchema }: Introspection, path: string): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path: `${path}/:name`,
    access: 'authenticated',
    summary: `One ${what}`,
    body: 'none',
    parameters: [fetchFields],
    responses: { 200: json(`the ${what}`, itemSchema), 404: `no such ${what}` },
    async handle(context) {
      const { name = '' } = context.params;
      const entity = find(context.services.repository, name, optionsOf(context));
      if (entity) return jsonReply(200, entity);
      throw new AppError('resource.not-found', `There is no ${what} ${name}`);
    },
  });
}

function optionsOf({ wire }: RequestContext): SchemaWriteOptions {
  return { hasConstraints: wire.fetch('schema').includes('fields') };
}
