import type { Keywords } from './api-document.ts';

/** Names of types that the generated module and its readers need with their usual meaning. */
const taken = new Set(['String', 'Number', 'Boolean', 'Map', 'Date', 'List', 'Blob', 'Record']);

/** `documentPage` → `DocumentPage`. */
export function typeNameOf(schema: string): string {
  const name = schema.replace(/(?:^|[_-])(\w)/g, (_all, first: string) => first.toUpperCase());
  return taken.has(name) ? `${name}Entity` : name;
}

/** Whether undefined may be given, which is left out of what is sent. */
export interface Direction {
  readonly isSent: boolean;
}

/** A JSON Schema as a TypeScript type. Keywords that types cannot express are left out. */
export function typeOf(schema: Keywords, direction: Direction): string {
  if (typeof schema.$ref === 'string') return typeNameOf(schema.$ref.split('/').at(-1) ?? '');
  if ('const' in schema) return literalOf(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(literalOf));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) {
    return unionOf(alternatives.map((each: Keywords) => typeOf(each, direction)));
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return 'unknown';
  return unionOf(types.map((type) => plainType(String(type), schema, direction)));
}

function plainType(type: string, schema: Keywords, direction: Direction): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `readonly ${inParentheses(typeOf((schema.items ?? {}) as Keywords, direction))}[]`;
    case 'object':
      return objectType(schema, direction);
    default:
      return type;
  }
}

function objectType(schema: Keywords, direction: Direction): string {
  const { properties = {}, required = [], additionalProperties = {} } = schema;
  const needed = new Set(required as readonly string[]);
  const members = Object.entries(properties as Record<string, Keywords>).map(([name, each]) =>
    memberOf(name, { schema: each, isRequired: needed.has(name), direction }),
  );
  // What is sent is checked against the names that are known, unless others are expected.
  const isClosed = direction.isSent && members.length > 0 && !('additionalProperties' in schema);
  if (isClosed || additionalProperties === false) return blockOf(members);
  const others = typeOf(additionalProperties as Keywords, direction);
  const index = `readonly [name: string]: ${others};`;
  if (members.length === 0 || others === 'unknown') return blockOf([...members, index]);
  // The members may be of other types than the rest.
  return `${blockOf(members)} & ${blockOf([index])}`;
}

interface Member {
  readonly schema: Keywords;
  readonly isRequired: boolean;
  readonly direction: Direction;
  /** In the place of that of the schema. */
  readonly description?: string | undefined;
}

export function memberOf(name: string, member: Member): string {
  const { schema, isRequired, direction } = member;
  const type = typeOf(schema, direction);
  const orNothing = !isRequired && direction.isSent && type !== 'unknown' ? ' | undefined' : '';
  const comment = commentOf(member.description ?? schema.description);
  return `${comment}readonly ${keyOf(name)}${isRequired ? '' : '?'}: ${type}${orNothing};`;
}

export function commentOf(text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return `/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n`;
}

export function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literalOf(name);
}

const lineMax = 100;

/** Members of an object type: on one line, or each one level deeper than the line on which it begins. */
export function blockOf(members: readonly string[]): string {
  if (members.length === 0) return '{}';
  const line = `{ ${members.join(' ')} }`;
  if (line.length <= lineMax && !line.includes('\n')) return line;
  return `{\n${members.map((member) => member.replace(/^/gm, '  ')).join('\n')}\n}`;
}

function unionOf(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.includes('unknown') ? 'unknown' : different.join(' | ');
}

function inParentheses(type: string): string {
  const outside = type.replace(/\{[^{}\n]*\}|\{$[\s\S]*?^\}/gm, '{}');
  return /[|&]|^readonly /.test(outside) ? `(${type})` : type;
}

function literalOf(value: unknown): string {
  return JSON.stringify(value);
}
