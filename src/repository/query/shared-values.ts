import { type RawBuilder, sql } from 'kysely';
import type { JsonBase } from '../../storage/json-sql.ts';

const wholeAlias = 'whole';
const sharedAlias = 'shared';
const foldedAlias = 'folded';

/**
 * Values that many conditions of a statement on PostgreSQL use, computed once for each row.
 * Otherwise each would decompress the properties again, and the memory is freed only after the row:
 * 200 conditions on a note of 31 MB took gigabytes.
 */
export class SharedValues {
  /** Columns with properties, by their SQL name. */
  readonly #wholes = new Map<string, { column: RawBuilder<unknown>; name: RawBuilder<unknown> }>();
  readonly #values = new Map<string, { value: RawBuilder<unknown>; name: RawBuilder<unknown> }>();
  readonly #folded = new Map<RawBuilder<unknown>, RawBuilder<unknown>>();
  #isClosed = false;

  /** The start of paths into the properties; `id` names the column. */
  baseOf(column: RawBuilder<unknown>, id: string): JsonBase {
    if (this.#isClosed) return { kind: 'column', column };
    const known = this.#wholes.get(id);
    const name = known?.name ?? sql.ref(`${wholeAlias}.p${this.#wholes.size}`);
    if (!known) this.#wholes.set(id, { column, name });
    return {
      kind: 'column',
      column: name,
      share: (key, value) => this.#share(`${id} ${key}`, value),
    };
  }

  #share(key: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
    const known = this.#values.get(key);
    if (known) return known.name;
    if (this.#isClosed) return value;
    const name = sql.ref(`${sharedAlias}.v${this.#values.size}`);
    this.#values.set(key, { value, name });
    return name;
  }

  /** The text in folded case, if it is one of the values. */
  folded(value: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
    const known = this.#folded.get(value);
    if (known) return known;
    if (this.#isClosed || ![...this.#values.values()].some(({ name }) => name === value)) {
      return undefined;
    }
    const name = sql.ref(`${foldedAlias}.f${this.#folded.size}`);
    this.#folded.set(value, name);
    return name;
  }

  /** To be joined after the rows. Values used later are not shared. */
  joins(): RawBuilder<unknown> {
    this.#isClosed = true;
    if (this.#wholes.size === 0) return sql``;
    // Appending an empty value decompresses the value once.
    const wholes = [...this.#wholes.values()].map(
      ({ column }, at) => sql`${column} || cast('{}' as jsonb) as ${sql.ref(`p${at}`)}`,
    );
    const values = [...this.#values.values()].map(
      ({ value }, at) => sql`${value} as ${sql.ref(`v${at}`)}`,
    );
    const folded = [...this.#folded.keys()].map(
      (value, at) => sql`${foldedText(value)} as ${sql.ref(`f${at}`)}`,
    );
    const parts = [
      lateral(wholes, wholeAlias),
      lateral(values, sharedAlias),
      lateral(folded, foldedAlias),
    ];
    return sql.join(parts, sql` `);
  }
}

/** Folds letters that differ only in case, by a function of the store on PostgreSQL. */
export function foldedText(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cartulary_fold(${value})`;
}

/** The offset prevents the planner from inlining the expressions. */
function lateral(columns: readonly RawBuilder<unknown>[], alias: string): RawBuilder<unknown> {
  if (columns.length === 0) return sql``;
  return sql`cross join lateral (select ${sql.join(columns)} offset 0) as ${sql.ref(alias)}`;
}
