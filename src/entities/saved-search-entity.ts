import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import type { SavedSearch, SavedValue } from '../model/saved-search.ts';
import { isStorableText } from '../model/value.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  type JsonOf,
  mapOf,
  nullable,
  text,
  texts,
} from './json-schema.ts';
import { valueSchema } from './property-writer.ts';

/** Numbers are texts. */
export const savedSearchSchema = entityOf(
  'savedSearch',
  {
    id: text,
    title: text,
    queryParams: nullable(text),
    query: nullable(text),
    queryLanguage: nullable(text),
    pageProviderName: nullable(text),
    pageSize: nullable(text),
    currentPageIndex: nullable(text),
    maxResults: nullable(text),
    sortBy: nullable(text),
    sortOrder: nullable(text),
    contentViewData: nullable(text),
    params: mapOf(anyOf(nullable(text), texts)),
  },
  { properties: mapOf(valueSchema) },
);

export const savedSearchesSchema = entityOf('savedSearches', {
  entries: arrayOf(savedSearchSchema),
});

export type SavedSearchEntity = JsonOf<typeof savedSearchSchema>;

/** @throws AppError request.invalid naming the member that has another form */
export function readSavedSearch(entity: Readonly<Record<string, unknown>>): SavedSearch {
  return {
    title: readText(entity, 'title') ?? '',
    query: readText(entity, 'query'),
    queryLanguage: readText(entity, 'queryLanguage'),
    providerName: readText(entity, 'pageProviderName'),
    queryParams: readText(entity, 'queryParams'),
    pageSize: readNumber(entity, 'pageSize'),
    currentPageIndex: readNumber(entity, 'currentPageIndex'),
    maxResults: readNumber(entity, 'maxResults'),
    sortBy: readText(entity, 'sortBy'),
    sortOrder: readText(entity, 'sortOrder'),
    contentViewData: readText(entity, 'contentViewData'),
    params: readParams(entity.params),
  };
}

function readText(entity: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = entity[name];
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value.trim() === '' ? null : storable(name, value);
  throw new AppError('request.invalid', `${name}: must be a text`);
}

function readNumber(entity: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = entity[name];
  if (value === null || value === undefined || value === '') return null;
  const text = String(value);
  if (/^-?\d{1,10}$/.test(text)) return Number(text);
  throw new AppError('request.invalid', `${name}: ${text.slice(0, 100)} is not a whole number`);
}

function readParams(json: unknown): ReadonlyMap<string, SavedValue> {
  if (json === null || json === undefined) return new Map();
  if (typeof json !== 'object' || Array.isArray(json)) {
    throw new AppError('request.invalid', 'params: must be an object of names and values');
  }
  return new Map(
    Object.entries(json).map(([name, value]) => [storable('params', name), readValue(name, value)]),
  );
}

function readValue(name: string, value: unknown): SavedValue {
  if (value === null) return null;
  const text = (item: unknown): string => storable(name, textOf(item));
  return Array.isArray(value) ? value.map(text) : text(value);
}

function storable(name: string, text: string): string {
  if (isStorableText(text)) return text;
  throw new AppError('request.invalid', `${name}: contains a character that no text may have`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/** `properties` are those of its document, where they are asked for. */
export function writeSavedSearch(
  id: string,
  search: SavedSearch,
  properties: SavedSearchEntity['properties'] | undefined,
): SavedSearchEntity {
  const { params, providerName, pageSize, currentPageIndex, maxResults, ...texts } = search;
  return {
    'entity-type': 'savedSearch',
    id,
    title: texts.title,
    queryParams: texts.queryParams,
    query: texts.query,
    queryLanguage: texts.queryLanguage,
    pageProviderName: providerName,
    pageSize: writeNumber(pageSize),
    currentPageIndex: writeNumber(currentPageIndex),
    maxResults: writeNumber(maxResults),
    sortBy: texts.sortBy,
    sortOrder: texts.sortOrder,
    contentViewData: texts.contentViewData,
    params: Object.fromEntries(params),
    ...(properties && { properties }),
  };
}

function writeNumber(value: number | null): string | null {
  return value === null ? null : String(value);
}

export function writeSavedSearches(
  entries: readonly SavedSearchEntity[],
): JsonOf<typeof savedSearchesSchema> {
  return { 'entity-type': 'savedSearches', entries };
}
