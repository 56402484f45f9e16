import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JsonBase, JsonKeys } from '../../storage/json-sql.ts';
import { contentColumn, rowColumn, type SqlContext } from './sql-context.ts';

/** Bytes of the properties of one document up to which SQLite reads into them on the event loop. */
const quickBytesMax = 65_536;

/**
 * The JSON that the conditions of a statement read. Large documents take long by themselves, so they
 * are left to a thread; and each unfolded list stays in memory, with its parsed form, until the end.
 */
export class LargeRows {
  readonly #listBytesMax: number;
  /** Lists by their path. */
  readonly #lists = new Map<string, JsonKeys>();
  #isUsed = false;
  #isGuarded = false;
  #isClosed = false;

  /** `listBytesMax` is for each list that a condition unfolds. */
  constructor(listBytesMax: number) {
    this.#listBytesMax = listBytesMax;
  }

  /** The start of paths into the properties. */
  baseOf(column: RawBuilder<unknown>): JsonBase {
    if (!this.#isClosed) {
      this.#isUsed = true;
      return { kind: 'column', column, onUnfold: (keys) => this.#lists.set(keys.join('/'), keys) };
    }
    if (this.#isGuarded) return { kind: 'column', column };
    const quick = sql`case when ${isQuick(column)} or ${mayReadLarge} then ${column} end`;
    return { kind: 'column', column: quick };
  }

  /** True for every row; to be evaluated before other conditions. Values read later have their own check. */
  guards(context: SqlContext): readonly RawBuilder<SqlBool>[] {
    this.#isClosed = true;
    if (!this.#isUsed) return [];
    this.#isGuarded = true;
    const column = contentColumn(context, 'properties');
    const { json } = context.dialect;
    const fits = [...this.#lists.values()].map((keys) => {
      const list = json.json({ base: { kind: 'column', column }, keys });
      return sql` and cartulary_fits(octet_length(${list}), ${sql.lit(this.#listBytesMax)})`;
    });
    return [sql`(${isQuick(column)} or (${mayReadLarge} ${sql.join(fits, sql``)}))`];
  }
}

/** Checks the size without reading a large value. */
function isQuick(column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`octet_length(${column}) <= ${sql.lit(quickBytesMax)}`;
}

/**
 * A constant as an argument of a function of SQLite that also takes a text of a document. Each call
 * with a constant argument has its own memory until the statement ends, one text each; the others
 * share it. So the constant is made to depend on a column of the row that is never compared.
 */
export function asOfRow(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${rowColumn('rowid')} when -1 then null else ${value} end`;
}

/**
 * SQLite caches the last four texts of JSON that a statement read, with their parsed forms: with
 * three small ones it holds one large document instead of four.
 */
const mayReadLarge = sql`(cartulary_large()
  and ${sql.join(
    ['[1]', '[2]', '[3]'].map((text) => sql`json_array_length(${asOfRow(sql.lit(text))})`),
    sql` and `,
  )})`;

/** The start of paths into the properties: those of a proxy's target, unless they are its own. */
export function propertiesOf(context: SqlContext, isOfRow = false): JsonBase {
  const { branch, largeRows, sharedValues } = context;
  const isOwn = isOfRow && branch === 'proxy';
  const column = isOwn ? rowColumn('properties') : contentColumn(context, 'properties');
  if (sharedValues) return sharedValues.baseOf(column, isOwn ? 'row' : 'content');
  return (isOwn ? undefined : largeRows?.baseOf(column)) ?? { kind: 'column', column };
}
