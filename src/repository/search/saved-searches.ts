import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { everything, grantAce, localAclName } from '../../model/acl.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import type { SavedSearch, SavedValue } from '../../model/saved-search.ts';
import { isComplexValue, type Properties, type PropertyValue } from '../../model/value.ts';
import { getDocument } from '../documents/documents.ts';
import { createDocument } from '../editing/create-document.ts';
import { addFacet } from '../editing/instance-facets.ts';
import { removeDocument } from '../editing/remove-document.ts';
import { setOwnAcls } from '../editing/security.ts';
import { updateDocument } from '../editing/update-document.ts';
import type { ReadUnit, RepositoryContext, UnitContext, WriteUnit } from '../unit/unit.ts';
import { fieldValue, ownFields, savedValue } from './search-fields.ts';

const savedFacet = 'SavedSearch';
const savedType = 'SavedSearch';

const textKeys = [
  'query',
  'queryLanguage',
  'providerName',
  'queryParams',
  'sortBy',
  'sortOrder',
  'contentViewData',
] as const;
const numberKeys = ['pageSize', 'currentPageIndex', 'maxResults'] as const;

/** @throws AppError request.invalid when it has too few or contradicting members */
export function checkSavedSearch({ title, query, queryLanguage, providerName }: SavedSearch): void {
  const names = '(query, queryLanguage, pageProviderName)';
  const isQuery = query !== null || queryLanguage !== null;
  if (title.trim() === '') throw invalid('title cannot be empty');
  if (isQuery && providerName !== null) {
    throw invalid(`query and page provider parameters are mutually exclusive ${names}`);
  }
  if (!isQuery && providerName === null) {
    throw invalid(`query or page provider parameters are missing ${names}`);
  }
  if (isQuery && queryLanguage === null) throw invalid('queryLanguage parameter is missing');
  if (isQuery && query === null) throw invalid('query parameter is missing');
}

function invalid(message: string): AppError {
  return new AppError('request.invalid', message);
}

/** The saved search of a document that the caller may read. */
export async function getSavedSearchDocument(unit: ReadUnit, id: string): Promise<Document> {
  const document = await getDocument(unit, { id });
  if (hasFacet(document, savedFacet) && !document.isVersion) return document;
  throw new AppError('document.not-found', `There is no saved search with the id ${id}`);
}

/**
 * Stores a search below the caller's personal workspace, for the caller only. `documentType` has
 * fields for its parameters; the others are stored by name.
 *
 * @throws AppError request.invalid
 */
export async function createSavedSearch(
  unit: WriteUnit,
  {
    parentId,
    documentType,
    search,
  }: { parentId: DocumentId; documentType: string | null; search: SavedSearch },
): Promise<Document> {
  checkSavedSearch(search);
  // Setting the ACL locks the whole tree, which must come before locks of parts.
  await unit.handle.lockTree('exclusive');
  const type = documentType ?? savedType;
  const name = documentName(search.title);
  const made = await createDocument(unit, { parentId, name, type, properties: {} });
  await addFacet(unit, { id: made.id, facet: savedFacet });
  const saved = await updateSavedSearch(unit, { id: made.id, search });
  const aces = [grantAce(unit.principal.username, everything)];
  return setOwnAcls(unit, { id: saved.id, acls: [{ name: localAclName, aces }] });
}

/** Without characters that are invalid in a path; the document service finds a free name. */
function documentName(title: string): string {
  const name = title
    .replaceAll(/[/\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  return /^\.{0,2}$/.test(name) ? 'search' : name;
}

/** @throws AppError request.invalid, document.not-found, permission.denied */
export async function updateSavedSearch(
  unit: WriteUnit,
  { id, search }: { id: string; search: SavedSearch },
): Promise<Document> {
  checkSavedSearch(search);
  const document = await getSavedSearchDocument(unit, id);
  const properties = propertiesOf(unit, document, search);
  return updateDocument(unit, { id: document.id, properties, changeToken: null });
}

export async function removeSavedSearch(unit: WriteUnit, id: string): Promise<void> {
  await unit.handle.lockTree('exclusive');
  const document = await getSavedSearchDocument(unit, id);
  await removeDocument(unit, document.id);
}

function propertiesOf(unit: UnitContext, document: Document, search: SavedSearch): Properties {
  const fields = ownFields(unit.model, document.shape);
  const byName = new Map(
    fields.flatMap((definition) => [
      [definition.key, definition],
      [definition.field.name, definition],
    ]),
  );
  const own = new Map(fields.map(({ key }) => [key, null as PropertyValue]));
  const others: PropertyValue[] = [];
  for (const [name, value] of search.params) {
    const definition = byName.get(name);
    if (definition) own.set(definition.key, fieldValue(definition, value));
    else others.push({ key: name, value: namedText(value) });
  }
  const texts = textKeys.map((name) => [`saved:${name}`, search[name]]);
  const numbers = numberKeys.map((name) => [`saved:${name}`, search[name]]);
  return {
    ...Object.fromEntries([...own, ...texts, ...numbers]),
    'dc:title': search.title,
    'saved:namedParams': others,
  };
}

/** Lists are stored as JSON, as in requests. */
function namedText(value: SavedValue): string | null {
  return typeof value === 'string' || value === null ? value : JSON.stringify(value);
}

export function readSavedSearchDocument(
  { model }: RepositoryContext,
  document: Document,
): SavedSearch {
  const { properties } = document;
  const text = (key: string): string | null => {
    const value = properties[key];
    return value === null || value === undefined ? null : String(value);
  };
  const number = (key: string): number | null => {
    const value = properties[key];
    return value === null || value === undefined ? null : Number(value);
  };
  return {
    title: text('dc:title') ?? document.name,
    query: text('saved:query'),
    queryLanguage: text('saved:queryLanguage'),
    providerName: text('saved:providerName'),
    queryParams: text('saved:queryParams'),
    pageSize: number('saved:pageSize'),
    currentPageIndex: number('saved:currentPageIndex'),
    maxResults: number('saved:maxResults'),
    sortBy: text('saved:sortBy'),
    sortOrder: text('saved:sortOrder'),
    contentViewData: text('saved:contentViewData'),
    params: paramsOf(model, document),
  };
}

function paramsOf(model: ContentModel, document: Document): ReadonlyMap<string, SavedValue> {
  const params = new Map<string, SavedValue>();
  for (const definition of ownFields(model, document.shape)) {
    params.set(definition.field.name, savedValue(definition, document.properties));
  }
  const named = document.properties['saved:namedParams'];
  for (const item of Array.isArray(named) ? named : []) {
    if (!isComplexValue(item) || typeof item.key !== 'string') continue;
    params.set(item.key, typeof item.value === 'string' ? item.value : null);
  }
  return params;
}
