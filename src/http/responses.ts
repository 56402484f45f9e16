import { exceptionSchema } from '../entities/exception-entity.ts';
import { anyOf, anything, type JsonSchema } from '../entities/json-schema.ts';
import { validationReportSchema } from '../entities/validation-report.ts';

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 302 | 303 | 304;
type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 416 | 422 | 500 | 501 | 503;

/** What a route returns with one status. */
export interface ResponseDefinition {
  readonly description: string;
  /** Media type → schema of the body; none where the body is empty. */
  readonly content: Readonly<Record<string, JsonSchema>>;
}

/** The statuses of this route with their meaning. Errors are the exception entity by default. */
export type Responses = { readonly [Status in SuccessStatus]?: ResponseDefinition } & {
  readonly [Status in ErrorStatus]?: string | ResponseDefinition;
};

export function json(description: string, schema: JsonSchema): ResponseDefinition {
  return { description, content: { 'application/json': schema } };
}

export function empty(description: string): ResponseDefinition {
  return { description, content: {} };
}

/** Bytes of that type; of any type, if none is given. */
export function content(description: string, mediaType = '*/*'): ResponseDefinition {
  return { description, content: { [mediaType]: anything } };
}

export function plainText(description: string): ResponseDefinition {
  return content(description, 'text/plain');
}

/** Of a route whose bodies depend on the request. */
export function either(
  description: string,
  ...alternatives: readonly ResponseDefinition[]
): ResponseDefinition {
  return { description, content: Object.assign({}, ...alternatives.map((each) => each.content)) };
}

/** The statuses of content that is sent whole, in ranges and on conditions. */
export const contentResponses = {
  200: content('the content'),
  206: content('a range of it'),
  302: empty('it is read from the object storage, where the configuration says so'),
  304: empty('unchanged'),
  412: 'a precondition does not hold',
  416: empty('the range starts beyond the end'),
} as const satisfies Responses;

/** Clients that accept JSON get each violation. */
export const violations = json(
  'a property breaks a constraint',
  anyOf(validationReportSchema, exceptionSchema),
);

/** What any route may refuse a request with, before or while it is handled. */
export const commonErrors: ReadonlyMap<number, string> = new Map([
  [400, 'the request is not well formed'],
  [401, 'no valid credentials'],
  [403, 'not permitted, or sent by a page of another site'],
  [404, 'nothing there, or another repository'],
  [405, 'not a method of this path'],
  [406, 'no acceptable media type'],
  [408, 'the request did not arrive in time'],
  [413, 'the body is too large'],
  [415, 'a body of another type'],
  [421, 'not a host that the server serves'],
  [429, 'too many requests or wrong credentials, or too much work waits'],
  [500, 'an error of the server'],
  [501, 'not available on this server yet'],
  [503, 'the store is busy or cannot be reached'],
  [504, 'the server that verifies the user does not answer'],
  [507, 'the disk is full'],
]);

/**
 * In the form of OpenAPI, with examples of JSON by status. Other statuses are errors that any route may
 * return.
 */
export function describeResponses(
  responses: Responses,
  examples: Readonly<Record<string, unknown>> = {},
): object {
  const described = Object.entries(responses).map(([status, definition]) => {
    const { description, content } =
      typeof definition === 'string' ? json(definition, exceptionSchema) : definition;
    const types = Object.entries(content).map(([type, schema]) => [
      type,
      { schema, ...(isJson(type) && status in examples && { example: examples[status] }) },
    ]);
    const body = types.length > 0 && { content: Object.fromEntries(types) };
    return [status, { description, ...body }];
  });
  return { ...Object.fromEntries(described), default: { $ref: '#/components/responses/error' } };
}

function isJson(type: string): boolean {
  return type === 'application/json';
}
