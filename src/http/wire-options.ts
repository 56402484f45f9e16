import type { IncomingHttpHeaders } from 'node:http';

export type Depth = 'root' | 'children' | 'max';

/** What a request asks to be written: from headers and query, in every spelling clients use. */
export interface WireOptions {
  /** Schema names, `*` among them for all; undefined when nothing was asked for. */
  readonly properties: readonly string[] | undefined;
  readonly depth: Depth;
  /** Names of enrichers for an entity type; unknown ones are the registry's business. */
  enrichers(entity: string): readonly string[];
  fetch(entity: string): readonly string[];
  translate(entity: string): readonly string[];
}

const propertyNames = ['properties', 'x-nxproperties', 'x-nxdocumentproperties'];

/** Names are case-insensitive; values of every source are merged, split at commas and sorted. */
export function parseWireOptions(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): WireOptions {
  const values = (names: readonly string[]): string[] => collect(headers, query, names);
  return {
    properties: orUndefined(values(propertyNames)),
    depth: parseDepth(values(['depth'])[0]),
    enrichers: (entity) =>
      values([
        ...spellings('enrichers', entity),
        ...(entity === 'document' ? ['x-nxcontext-category'] : []),
      ]),
    fetch: (entity) => values(spellings('fetch', entity)),
    translate: (entity) => values(spellings('translate', entity)),
  };
}

function spellings(kind: string, entity: string): string[] {
  const name = entity.toLowerCase();
  return [`${kind}.${name}`, `${kind}-${name}`, `x-nx${kind}.${name}`, `x-nx${kind}-${name}`];
}

function collect(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  names: readonly string[],
): string[] {
  const found = new Set<string>();
  const add = (text: string): void => {
    for (const item of text.split(',')) if (item.trim() !== '') found.add(item.trim());
  };
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) add(Array.isArray(value) ? value.join(',') : value);
  }
  if (query.size > 0) {
    for (const [key, value] of query) if (names.includes(key.toLowerCase())) add(value);
  }
  return found.size > 1 ? [...found].sort() : [...found];
}

function orUndefined(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

function parseDepth(text: string | undefined): Depth {
  return text === 'children' || text === 'max' ? text : 'root';
}
