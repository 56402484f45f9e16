import { type SqlBool, sql } from 'kysely';
import { parseJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import { type ComplexValue, isComplexValue, type PropertyValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { JsonPlace } from '../../storage/json-sql.ts';
import { saveContent } from '../changes/save-content.ts';
import { lockStoredDocuments } from '../documents/lock-stored.ts';
import { withinBytes } from '../sql/within-bytes.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { normalizeLabel, tagsKey } from './tags.ts';

/** Some tagged documents, in the order of their ids. */
interface TaggedPage {
  /** Those with tags that are not as the present rules write them. */
  readonly ids: readonly string[];
  /** Documents looked at, and the last of them; undefined when there are no more. */
  readonly count: number;
  readonly last: string | undefined;
}

const rowsPerPage = 50;
/** Of all their properties, in which the tags are. */
const bytesPerPage = 1_000_000;

const tagsPlace = {
  base: { kind: 'column', column: sql.ref('document.properties') },
  keys: [tagsKey],
} as const satisfies JsonPlace;

/** Reads the tags of documents that have any: on SQLite a thread looks through the documents. */
export async function findTagsToNormalize(handle: ReadHandle, after: string): Promise<TaggedPage> {
  const page = await listTagged(handle, after);
  const last = page.at(-1)?.id;
  if (last === undefined) return { ids: [], count: 0, last };
  const { json } = handle.dialect;
  const rows = await handle.allOfLarge(
    handle.rows
      .selectFrom('document')
      .select(['document.id', sql<string>`${json.json(tagsPlace)}`.as('tags')])
      .where(
        'document.id',
        'in',
        page.map(({ id }) => id),
      )
      .where(hasTags(handle)),
  );
  const wanted = rows.filter(({ tags }) => !areNormal(parseJson(tags) as PropertyValue));
  return { ids: wanted.map(({ id }) => id), count: page.length, last };
}

async function listTagged(handle: ReadHandle, after: string): Promise<readonly { id: string }[]> {
  const rows = await handle.allOfLarge(
    handle.rows
      .selectFrom('document')
      .select(['document.id', handle.dialect.byteLength(tagsPlace.base.column).as('bytes')])
      .where('document.id', '>', after)
      .where('document.proxy_target_id', 'is', null)
      .where(hasTags(handle))
      .orderBy('document.id')
      .limit(rowsPerPage),
  );
  return withinBytes(rows, bytesPerPage);
}

function hasTags({ dialect }: ReadHandle) {
  return sql<SqlBool>`not (${dialect.json.isAbsent(tagsPlace)})`;
}

/** All documents with tags. */
export async function countTagged(handle: ReadHandle): Promise<number> {
  const [row] = await handle.allOfLarge(
    handle.rows
      .selectFrom('document')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('document.proxy_target_id', 'is', null)
      .where(hasTags(handle)),
  );
  return Number(row?.count ?? 0);
}

/**
 * Writes the tags of documents as the present rules do. As with tagging, dates and versions stay,
 * and there are no entries in the audit.
 */
export async function normalizeTags(unit: WriteUnit, ids: readonly string[]): Promise<void> {
  const documents = await lockStoredDocuments(unit, ids);
  await mapInTurns(documents, (document) => normalizeTagsOf(unit, document));
}

async function normalizeTagsOf(unit: WriteUnit, document: Document): Promise<void> {
  const present = document.properties[tagsKey];
  if (present === undefined || areNormal(present)) return;
  const properties = { ...document.properties, [tagsKey]: normalTags(present) };
  await saveContent(unit, { document, change: { properties } });
}

function areNormal(tags: PropertyValue): boolean {
  if (!Array.isArray(tags)) return false;
  const normal = normalTags(tags);
  return normal.length === tags.length && tags.every((tag, at) => tag.label === normal[at]?.label);
}

/** Each label once, of its first author. A label of which nothing is left, or too much, is no tag. */
function normalTags(tags: PropertyValue): readonly ComplexValue[] {
  const found = new Map<string, ComplexValue>();
  for (const tag of Array.isArray(tags) ? tags : []) {
    if (!isComplexValue(tag) || typeof tag.label !== 'string') continue;
    const label = normalizeLabel(tag.label);
    const isTag = label !== '' && label.length <= limits.tagLengthMax;
    if (isTag && !found.has(label)) found.set(label, { ...tag, label });
  }
  return [...found.values()];
}
