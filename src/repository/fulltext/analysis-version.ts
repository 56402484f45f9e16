import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unfinishedSign } from './unfinished-mark.ts';

/**
 * The version of the analysis: of the texts that are indexed, and of the words in them. A change of
 * that gets the next character here, and a migration that creates the index
 * `document_fulltext_outdated` again with the new one. Stored words then belong to an older
 * analysis until they are stored again, which the migration of content `fulltext-analysis` does.
 */
const version = '2';
const sign = `${version}.`;

/** The digest as it is stored: words of programs that recorded no version have one without. */
export function versionedDigest(digest: string): string {
  return sign + digest;
}

/** The part of a stored digest that depends on the words alone. */
export function wordDigest(stored: string): string {
  return stored.slice(stored.indexOf('.') + 1);
}

export function isOfOlderAnalysis(stored: string): boolean {
  return !stored.startsWith(unfinishedSign) && !stored.startsWith(sign);
}

/** The same as in their index, as otherwise no engine could use it. Unfinished words are stored again anyway. */
export const hasOlderAnalysis: RawBuilder<SqlBool> = sql`substr(digest, 1, 1) <> ${sql.lit(unfinishedSign)}
  and substr(digest, 1, 2) <> ${sql.lit(sign)}`;
