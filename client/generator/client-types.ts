import {
  type ApiDocument,
  type ApiOperation,
  type Content,
  defaultApiDocument,
  type Keywords,
  type Parameter,
  type Reference,
} from './api-document.ts';
import { blockOf, commentOf, keyOf, memberOf, typeNameOf, typeOf } from './schema-type.ts';

const intro = `/**
 * The API as types, in the form that openapi-typescript gives them, which openapi-fetch and other
 * clients take: generated from the definitions of the server by \`npm run docs\`.
 */
`;

const sent = { isSent: true };
const received = { isSent: false };

/** The module with the types of the API that a server without a configuration of its own has. */
export function clientTypes(): string {
  return new TypeWriter(defaultApiDocument()).text();
}

class TypeWriter {
  readonly #document: ApiDocument;
  /** Parameters of several operations, each group written once. */
  readonly #groups = new Map<string, string>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  text(): string {
    const { components, paths } = this.#document;
    const schemas = Object.entries(components.schemas).sort(byName);
    const operations = Object.entries(paths).map(([path, methods]) => this.#path(path, methods));
    return [
      intro,
      'type Headers = Readonly<Record<string, unknown>>;\n',
      ...schemas.map(([name, schema]) => declarationOf(typeNameOf(name), schema)),
      `export interface components ${blockOf([
        `schemas: ${blockOf(schemas.map(([name]) => `${keyOf(name)}: ${typeNameOf(name)};`))};`,
        `parameters: ${blockOf(this.#sharedParameters())};`,
        `responses: ${blockOf(this.#sharedResponses())};`,
      ])}\n`,
      ...[...this.#groups].map(([type, name]) => `interface ${name} ${type}\n`),
      `export interface paths ${blockOf(operations)}\n`,
    ].join('\n');
  }

  #sharedParameters(): readonly string[] {
    return Object.entries(this.#document.components.parameters).map(
      ([name, { schema, description }]) =>
        `${commentOf(description)}${keyOf(name)}: ${typeOf(schema, sent)};`,
    );
  }

  #sharedResponses(): readonly string[] {
    return Object.entries(this.#document.components.responses).map(
      ([name, { content = {} }]) => `${keyOf(name)}: ${responseType(content)};`,
    );
  }

  #path(path: string, methods: Readonly<Record<string, ApiOperation>>): string {
    const members = Object.entries(methods).map(([method, operation]) => {
      const { summary, requestBody, responses } = operation;
      const body = requestBody && bodyMember(requestBody.required === true, requestBody.content);
      const parts = [
        this.#parameters(operation),
        ...(body === undefined ? [] : [body]),
        `responses: ${blockOf(Object.entries(responses).map(([status, each]) => responseMember(status, each)))};`,
      ];
      return `${commentOf(summary)}${method}: ${blockOf(parts)};`;
    });
    return `${keyOf(path)}: ${blockOf(members)};`;
  }

  #parameters({ parameters = [] }: ApiOperation): string {
    const groups = (['path', 'query', 'header'] as const).map((place) => {
      const members = parameters.flatMap((each) => this.#parameter(each, place));
      if (members.length === 0) return `${place}?: never;`;
      if (place === 'path') return `path: ${blockOf(members)};`;
      return `${place}?: ${this.#group(blockOf(members))};`;
    });
    return `parameters: ${blockOf([...groups, 'cookie?: never;'])};`;
  }

  #group(type: string): string {
    if (!type.includes('\n')) return type;
    const name = this.#groups.get(type) ?? `Group${this.#groups.size + 1}`;
    this.#groups.set(type, name);
    return name;
  }

  #parameter(parameter: Parameter | Reference, place: Parameter['in']): readonly string[] {
    if ('$ref' in parameter) {
      const name = nameOf(parameter);
      if (this.#document.components.parameters[name]?.in !== place) return [];
      return [`readonly ${keyOf(name)}?: components["parameters"][${JSON.stringify(name)}];`];
    }
    if (parameter.in !== place) return [];
    const { name, schema, description, required = false } = parameter;
    return [memberOf(name, { schema, isRequired: required, direction: sent, description })];
  }
}

function declarationOf(name: string, schema: Keywords): string {
  const type = typeOf(schema, name.endsWith('Input') ? sent : received);
  const isPlain = type.startsWith('{') && schema.type === 'object' && !type.includes('} & {');
  return isPlain ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
}

function bodyMember(isRequired: boolean, content: Content): string {
  const types = Object.entries(content).map(
    ([type, { schema = {} }]) => `${JSON.stringify(type)}: ${typeOf(schema, sent)};`,
  );
  return `requestBody${isRequired ? '' : '?'}: ${blockOf([`content: ${blockOf(types)};`])};`;
}

function responseMember(
  status: string,
  response: { readonly content?: Content } | Reference,
): string {
  const type =
    '$ref' in response
      ? sharedResponse(nameOf(response))
      : isError(response.content ?? {})
        ? sharedResponse('error')
        : responseType(response.content ?? {});
  return `${status}: ${type};`;
}

function sharedResponse(name: string): string {
  return `components["responses"][${JSON.stringify(name)}]`;
}

function isError(content: Content): boolean {
  return content['application/json']?.schema?.$ref === '#/components/schemas/exception';
}

function responseType(content: Content): string {
  const types = Object.entries(content).map(
    ([type, { schema = {} }]) => `${JSON.stringify(type)}: ${typeOf(schema, received)};`,
  );
  const bodies = types.length === 0 ? 'content?: never;' : `content: ${blockOf(types)};`;
  return blockOf(['headers: Headers;', bodies]);
}

function nameOf({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? '';
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
