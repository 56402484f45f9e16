import { type SqlBool, sql } from 'kysely';
import { mapInTurns } from '../../base/turns.ts';
import type { DigestAlgorithm } from '../../blobs/digest.ts';
import type { Document } from '../../model/document.ts';
import { collectBlobs } from '../../model/property-access.ts';
import {
  type ComplexValue,
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findDigests } from '../attachments/blob-digests.ts';
import { saveContent } from '../changes/save-content.ts';
import { lockStoredDocuments } from '../documents/lock-stored.ts';
import { withinBytes } from '../sql/within-bytes.ts';
import type { WriteUnit } from '../unit/unit.ts';

const rowsPerPage = 25;
const bytesPerPage = 1_000_000;

/** The algorithms that a blob value may have; see the setting `digestAlgorithm`. */
const algorithms: readonly DigestAlgorithm[] = ['SHA-256', 'MD5'];

/**
 * Documents with blobs whose digest is of another algorithm, in the order of their ids. The text of the
 * properties is searched for it, on SQLite by a thread: quotes within a value would be escaped.
 */
export async function listDocumentsOfOtherDigests(
  handle: ReadHandle,
  { algorithm, after }: { readonly algorithm: DigestAlgorithm; readonly after: string },
): Promise<readonly string[]> {
  const rows = await handle.allOfLarge(
    handle.rows
      .selectFrom('document')
      .select(['document.id', handle.dialect.byteLength(properties).as('bytes')])
      .where('document.id', '>', after)
      .where('document.proxy_target_id', 'is', null)
      .where((e) =>
        e.exists(
          e
            .selectFrom('blob_reference')
            .select('blob_reference.document_id')
            .whereRef('blob_reference.document_id', '=', 'document.id'),
        ),
      )
      .where(hasOther(algorithm))
      .orderBy('document.id')
      .limit(rowsPerPage),
  );
  return withinBytes(rows, bytesPerPage).map(({ id }) => id);
}

const properties = sql.ref('document.properties');

/** As each engine writes JSON: PostgreSQL has a space after a colon. */
function hasOther(algorithm: DigestAlgorithm) {
  const patterns = algorithms
    .filter((each) => each !== algorithm)
    .flatMap((each) => [`%"digestAlgorithm":"${each}"%`, `%"digestAlgorithm": "${each}"%`]);
  const alternatives = patterns.map((each) => sql`cast(${properties} as text) like ${each}`);
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/**
 * Gives the blobs of the documents the digests that their contents have by the algorithm. Dates and
 * versions stay, and there are no entries in the audit: the contents are the same. A content
 * without such a digest keeps the present one.
 */
export async function renewDigests(
  unit: WriteUnit,
  algorithm: DigestAlgorithm,
  ids: readonly string[],
): Promise<void> {
  const documents = await lockStoredDocuments(unit, ids);
  const keys = new Set(documents.flatMap((document) => keysOfOthers(document, algorithm)));
  const digests = await findDigests(unit.handle, algorithm, [...keys]);
  await mapInTurns(documents, async (document) => {
    const change = { properties: withDigests(document.properties, algorithm, digests) };
    if (change.properties !== document.properties) await saveContent(unit, { document, change });
  });
}

function keysOfOthers(document: Document, algorithm: DigestAlgorithm): readonly string[] {
  return collectBlobs(document.properties).flatMap(({ blob }) =>
    blob.digestAlgorithm === algorithm ? [] : blob.key,
  );
}

type Digests = ReadonlyMap<string, string>;

/** The same object if nothing is to be changed. */
function withDigests(values: Properties, algorithm: DigestAlgorithm, digests: Digests): Properties {
  let changed: Record<string, PropertyValue> | undefined;
  for (const [key, value] of Object.entries(values)) {
    const renewed = renewedValue(value, algorithm, digests);
    if (renewed !== value) changed = { ...(changed ?? values), [key]: renewed };
  }
  return changed ?? values;
}

function renewedValue(
  value: PropertyValue,
  algorithm: DigestAlgorithm,
  digests: Digests,
): PropertyValue {
  if (isBlobValue(value)) {
    const digest = digests.get(value.key);
    const isRenewed = digest !== undefined && value.digestAlgorithm !== algorithm;
    return isRenewed ? { ...value, digest, digestAlgorithm: algorithm } : value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item: PropertyValue) => renewedValue(item, algorithm, digests));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isComplexValue(value) ? withDigests(value as ComplexValue, algorithm, digests) : value;
}
