import { type JsonSchema, text } from '../entities/json-schema.ts';

/** What a route reads from the query, the headers or a segment of the path. */
export interface ParameterDefinition {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: true;
}

export function inQuery(name: string, description: string, schema = text as JsonSchema) {
  return { name, in: 'query', description, schema } as const;
}

export function inHeader(name: string, description: string, schema = text as JsonSchema) {
  return { name, in: 'header', description, schema } as const;
}
