import { chainCategory } from '../automation/describe.ts';
import { inputSchemas, outputSchemas, paramSchemas } from '../automation/operation-schemas.ts';
import { anyOf, anything, type JsonSchema, mapOf, schemaOf } from '../entities/json-schema.ts';
import type { OperationDescriptor, ParamDescriptor } from '../entities/operation-entity.ts';
import type { ApiExample } from './openapi-examples.ts';
import { tagOfCategory } from './openapi-tags.ts';
import { callParameters, callResponses } from './operation-call.ts';
import { content, describeResponses, either, json, type ResponseDefinition } from './responses.ts';

const { 200: anyOutput, ...statuses } = callResponses;

/** What all operations have in common, which is written once. */
export const sharedParts = {
  parameters: Object.fromEntries(callParameters.map((parameter) => [parameter.name, parameter])),
  responses: Object.fromEntries(
    Object.entries(describeResponses(statuses)).map(([status, each]) => [`call.${status}`, each]),
  ),
};

const parameters = callParameters.map(({ name }) => ({ $ref: `#/components/parameters/${name}` }));
const responses = Object.fromEntries(
  Object.keys(statuses).map((status) => [
    status,
    { $ref: `#/components/responses/call.${status}` },
  ]),
);

/** An operation or chain as a path of its own, from its description in the registry. */
export function describeCall(operation: OperationDescriptor, example: ApiExample): object {
  const { id, label, category, description, signature } = operation;
  return {
    // Chains may be named as a route is.
    operationId: category === chainCategory ? `Chain.${id}` : id,
    summary: label,
    description,
    tags: [tagOfCategory(category)],
    parameters,
    requestBody: { content: bodiesOf(operation, example.request) },
    responses: {
      ...describeResponses({ 200: outputOf(signature) }, example.responses),
      401: { $ref: '#/components/responses/error.401' },
      ...responses,
    },
  };
}

function bodiesOf({ signature, params }: OperationDescriptor, example: unknown): object {
  const inputs = signature.filter((_kind, index) => index % 2 === 0);
  const body = { schema: requestSchema(inputs, params), ...(example !== undefined && { example }) };
  const takesBlobs = inputs.includes('blob') || inputs.includes('bloblist');
  const parts = { 'multipart/related': {}, 'multipart/form-data': {} };
  return { 'application/json': body, ...(takesBlobs && parts) };
}

function requestSchema(inputs: readonly string[], params: readonly ParamDescriptor[]): JsonSchema {
  const kinds = lookUp(inputs, inputSchemas);
  const needed = params.filter(({ required }) => required).map(({ name }) => name);
  return schemaOf({
    type: 'object',
    properties: {
      ...(kinds.length > 0 && { input: oneOrMore(kinds) }),
      params: {
        type: 'object',
        properties: Object.fromEntries(params.map((param) => [param.name, paramSchema(param)])),
        ...(needed.length > 0 && { required: needed }),
      },
      context: mapOf(anything),
    },
    ...(needed.length > 0 && { required: ['params'] }),
  });
}

/** The values of a parameter are suggestions, so they are examples and no enumeration. */
function paramSchema({ type, description, values }: ParamDescriptor): object {
  const [schema] = lookUp([type], paramSchemas);
  return {
    ...schema,
    description: [description, schema?.description].filter(Boolean).join(' '),
    ...(values.length > 0 && { examples: values }),
  };
}

/** Without an output of its own, an operation returns what it was given. */
function outputOf(signature: readonly string[]): ResponseDefinition {
  const outputs = signature.flatMap((kind, index) => {
    if (index % 2 === 0) return [];
    return kind === 'void' ? (signature[index - 1] ?? kind) : kind;
  });
  if (outputs.includes('void')) return anyOutput;
  const entities = lookUp(outputs, outputSchemas);
  const bodies = [
    ...(entities.length > 0 ? [json('', oneOrMore(entities))] : []),
    ...(outputs.includes('bloblist') ? [content('', 'multipart/mixed')] : []),
    ...(outputs.includes('blob') ? [content('')] : []),
  ];
  return either('the output', ...bodies);
}

function lookUp(
  kinds: readonly string[],
  schemas: Readonly<Record<string, JsonSchema>>,
): readonly JsonSchema[] {
  return [...new Set(kinds)].flatMap((kind) => schemas[kind] ?? []);
}

function oneOrMore(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...more] = schemas;
  return first && more.length === 0 ? first : anyOf(...schemas);
}
