import { describeExposed } from '../../src/automation/describe.ts';
import { OperationRegistry } from '../../src/automation/registry.ts';
import { programVersion } from '../../src/base/program.ts';
import { enrichers } from '../../src/enrichers/index.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import { buildOpenApi } from '../../src/http/openapi.ts';
import { routes } from '../../src/http/routes/index.ts';
import { unbuiltRoutes } from '../../src/http/routes/unbuilt.ts';
import { defaultChains, operations } from '../../src/operations/index.ts';

export type Keywords = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Keywords;
}

export type Content = Readonly<Record<string, { readonly schema?: Keywords }>>;

export interface Reference {
  readonly $ref: string;
}

export interface ApiOperation {
  readonly summary: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content } | Reference>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Keywords>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  };
}

/** What a server without a configuration of its own describes at /api/v1/openapi.json. */
export function defaultApiDocument(): ApiDocument {
  const registry = new OperationRegistry(operations, defaultChains);
  const exposed = describeExposed({ registry, accessRules: { isHidden: () => false } });
  const document = buildOpenApi({
    routes: routes.filter((route) => !unbuiltRoutes.includes(route)),
    adapters,
    enrichers,
    operations: [...exposed.operations, ...exposed.chains],
    version: programVersion,
  });
  // As it is sent.
  return JSON.parse(JSON.stringify(document));
}
