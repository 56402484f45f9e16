import type { IncomingHttpHeaders } from 'node:http';
import { enrichers } from '../../enrichers/index.ts';
import { dialectHeader } from '../../entities/dialect.ts';
import { oneOf } from '../../entities/json-schema.ts';
import { inHeader } from '../parameters.ts';

const depths = ['root', 'children', 'max'] as const;
type Depth = (typeof depths)[number];

export const depthParameter = inHeader('depth', 'how deep entities are nested', oneOf(...depths));

export function fetchParameter(entity: string, names: string) {
  return inHeader(`fetch.${entity}`, `references that are shown as entities: ${names}`);
}

export const translateEntries = inHeader('translate.directoryEntry', 'label: translated');

/** What routes that return documents read. */
export const documentParameters = [
  inHeader('properties', 'schemas whose properties are shown, separated by commas; *: all'),
  fetchParameter('document', 'properties (all of them), names of properties, versionLabel, lock'),
  fetchParameter('acls', 'username, creator, extended'),
  fetchParameter('directoryEntry', 'parent'),
  inHeader(
    'enrichers.document',
    `computed data to add, separated by commas: ${enrichers.map(({ name }) => name).join(', ')}`,
  ),
  translateEntries,
  depthParameter,
  inHeader(dialectHeader, 'how scalar values are written', oneOf('contract', 'native')),
];

/** What a request asks to be written: from headers and query, in all spellings that clients use. */
export interface WireOptions {
  /** Nothing is asked for. */
  readonly isPlain: boolean;
  /** Schema names, `*` among them for all; undefined without a request. */
  readonly properties: readonly string[] | undefined;
  readonly depth: Depth;
  /** Names of enrichers for an entity type; may be unknown. */
  enrichers(entity: string): readonly string[];
  fetch(entity: string): readonly string[];
  translate(entity: string): readonly string[];
}

const depthNames = ['depth'];
const propertyNames = ['properties', 'x-nxproperties', 'x-nxdocumentproperties'];

const nothing: readonly string[] = [];
const plainOptions: WireOptions = {
  isPlain: true,
  properties: undefined,
  depth: 'root',
  enrichers: () => nothing,
  fetch: () => nothing,
  translate: () => nothing,
};

/** Names are case-insensitive; values of every source are merged, split at commas and sorted. */
export function parseWireOptions(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): WireOptions {
  const given = findOptions(headers, query);
  if (given.length === 0) return plainOptions;
  const values = (names: readonly string[]): readonly string[] => collect(given, names);
  return {
    isPlain: false,
    properties: orUndefined(values(propertyNames)),
    depth: parseDepth(values(depthNames)[0]),
    enrichers: (entity) => values(spellings('enrichers', entity)),
    fetch: (entity) => values(spellings('fetch', entity)),
    translate: (entity) => values(spellings('translate', entity)),
  };
}

interface GivenOption {
  readonly name: string;
  readonly text: string;
}

/** How the names of all options begin: most requests have none, which one look at each header shows. */
const optionStart = /^(?:depth|properties|enrichers|fetch|translate|x-nx)/;

function findOptions(headers: IncomingHttpHeaders, query: URLSearchParams): readonly GivenOption[] {
  let given: GivenOption[] | undefined;
  const add = (name: string, text: string): void => {
    given ??= [];
    given.push({ name, text });
  };
  for (const name in headers) {
    if (!optionStart.test(name)) continue;
    const value = headers[name];
    if (value !== undefined) add(name, Array.isArray(value) ? value.join(',') : value);
  }
  if (query.size > 0) {
    for (const [key, text] of query) {
      const name = key.toLowerCase();
      if (optionStart.test(name)) add(name, text);
    }
  }
  return given ?? [];
}

type Kind = 'enrichers' | 'fetch' | 'translate';

const knownSpellings = new Map<string, readonly string[]>();

/** The names of entities are few and from the program, so the spellings are cached. */
function spellings(kind: Kind, entity: string): readonly string[] {
  const key = `${kind} ${entity}`;
  let names = knownSpellings.get(key);
  if (!names) {
    const name = entity.toLowerCase();
    names = [`${kind}.${name}`, `${kind}-${name}`, `x-nx${kind}.${name}`, `x-nx${kind}-${name}`];
    if (key === 'enrichers document') names = [...names, 'x-nxcontext-category'];
    knownSpellings.set(key, names);
  }
  return names;
}

function collect(given: readonly GivenOption[], names: readonly string[]): readonly string[] {
  const texts = given.filter(({ name }) => names.includes(name)).map(({ text }) => text);
  if (texts.length === 0) return nothing;
  const items = texts.join(',').split(',');
  return [...new Set(items.map((item) => item.trim()))].filter((item) => item !== '').sort();
}

function orUndefined(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

function parseDepth(text: string | undefined): Depth {
  return depths.find((depth) => depth === text) ?? 'root';
}
