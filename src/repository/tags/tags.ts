import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { type ComplexValue, isComplexValue, isStorableText } from '../../model/value.ts';
import { hasPermission, requirePermission } from '../access/permissions.ts';
import { saveContent } from '../changes/save-content.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import { bindParameters } from '../query/bind-parameters.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryRows } from '../query/query-rows.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

const tagFacet = 'NXTag';
export const tagsKey = 'nxtag:tags';

interface TagChange {
  readonly id: DocumentId;
  /** As users type them; empty ones are ignored. */
  readonly labels: readonly string[];
}

/** The labels of the document's tags without duplicates; for a proxy, those of its target. */
export function tagsOf(document: Document): readonly string[] {
  const labels = storedTags(document).map(({ label }) => label);
  return [...new Set(labels.filter((label) => typeof label === 'string'))];
}

function storedTags({ properties }: Document): readonly ComplexValue[] {
  const tags = properties[tagsKey];
  return Array.isArray(tags) ? tags.filter(isComplexValue) : [];
}

/**
 * Tags the document on behalf of the caller, who only needs permission to read it: also a version,
 * and one that another user has locked. Existing tags stay. Not counted as a change of the
 * document: dates, contributors and versions stay, and there is no audit entry.
 *
 * @throws AppError document.not-found, permission.denied, request.invalid for a proxy, a label that
 *   is empty after normalisation or too long, and too many labels
 */
export async function addTags(unit: WriteUnit, { id, labels }: TagChange): Promise<Document> {
  const wanted = normalizeLabels(labels);
  if (wanted.some(({ length }) => length > limits.tagLengthMax)) {
    throw invalidTags(`a tag has at most ${limits.tagLengthMax} characters`);
  }
  const document = await getDocumentToTag(unit, id);
  const known = new Set(tagsOf(document));
  const added = wanted.filter((label) => !known.has(label));
  if (added.length === 0) return document;
  const { username } = unit.principal;
  const tags = [...storedTags(document), ...added.map((label) => ({ label, username }))];
  if (tags.length > limits.tagsMax)
    throw invalidTags(`a document has at most ${limits.tagsMax} tags`);
  return storeTags(unit, { document, tags });
}

/**
 * Removes tags. The author of a tag may remove it; the tags of others need Write on the document.
 *
 * @throws AppError as `addTags`
 */
export async function removeTags(unit: WriteUnit, { id, labels }: TagChange): Promise<Document> {
  const unwanted = new Set(normalizeLabels(labels));
  const document = await getDocumentToTag(unit, id);
  const isUnwanted = ({ label }: ComplexValue): boolean => unwanted.has(String(label));
  const removed = storedTags(document).filter(isUnwanted);
  if (removed.length === 0) return document;
  if (removed.some(({ username }) => username !== unit.principal.username)) {
    await requireWrite(unit, document);
  }
  const tags = storedTags(document).filter((tag) => !isUnwanted(tag));
  return storeTags(unit, { document, tags });
}

/** Removes all tags, which needs Write. @throws AppError as `addTags` */
export async function removeAllTags(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getDocumentToTag(unit, id);
  await requireWrite(unit, document);
  if (storedTags(document).length === 0) return document;
  return storeTags(unit, { document, tags: [] });
}

/** The first labels, sorted, that begin with the text and that the caller may see on a document. */
export async function suggestTags(
  unit: ReadUnit,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<readonly string[]> {
  const label = normalizeLabel(prefix);
  if (label === '' || !isStorableText(label)) return [];
  const text = bindParameters(
    `SELECT DISTINCT ecm:tag/*1 AS label FROM Document
     WHERE ecm:tag/*1 LIKE ? AND ecm:isProxy = 0 ORDER BY ecm:tag/*1`,
    { positional: [`${label.replaceAll('_', '\\_')}%`] },
  );
  const page = { query: parseQuery(text), offset: 0, limit, countLimit: 0 };
  const { rows } = await queryRows(unit, page);
  return rows.map((row) => String(row.label));
}

/** In lower case and without characters that are special in URLs and queries. */
export function normalizeLabel(text: string): string {
  return text.toLowerCase().replaceAll(/[ /\\'%]/g, '');
}

function normalizeLabels(texts: readonly string[]): readonly string[] {
  const labels = texts.filter((text) => text !== '').map(normalizeLabel);
  if (labels.includes('')) {
    throw new AppError(
      'request.invalid',
      'Invalid empty tag: a tag must hold more than spaces, slashes, apostrophes and percent signs',
    );
  }
  if (!labels.every(isStorableText)) {
    throw invalidTags('a tag must not hold NUL or an unpaired surrogate');
  }
  return [...new Set(labels)];
}

function invalidTags(problem: string): AppError {
  return new AppError('request.invalid', `tags: ${problem}`);
}

async function getDocumentToTag(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getDocumentForUpdate(unit, id);
  await requirePermission(unit, { document, permission: 'Read' });
  if (!document.proxyTarget) return document;
  throw new AppError(
    'request.invalid',
    `${id} is a proxy, which has no tags of its own: tag the document it shows`,
  );
}

async function requireWrite(unit: ReadUnit, document: Document): Promise<void> {
  if (await hasPermission(unit, { document, permission: 'Write' })) return;
  throw new AppError(
    'permission.denied',
    `Removing tags that others gave to ${document.id} needs the permission Write on it`,
  );
}

async function storeTags(
  unit: WriteUnit,
  { document, tags }: { document: Document; tags: readonly ComplexValue[] },
): Promise<Document> {
  const properties = { ...document.properties, [tagsKey]: tags };
  if (hasFacet(document, tagFacet)) {
    return saveContent(unit, { document, change: { properties } });
  }
  const instanceFacets = [...document.instanceFacets, tagFacet];
  return saveContent(unit, { document, change: { properties, instanceFacets } });
}
