import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { smallPropertiesBytesMax } from '../documents/listed-rows.ts';
import { rowsTooLarge } from '../sql/bounded-rows.ts';
import type { QueryColumns } from './check-columns.ts';

/** What a bounded row has beside its columns. */
export interface BoundedRow {
  /** Bytes of all texts, also of those that are left out. */
  readonly text_bytes?: number;
  /** Whether a text was left out, because it is large. */
  readonly is_cut?: number;
}

/**
 * The engine sorts rows with their selected columns, so large texts are left out at first, and only
 * measured: `c` and the position name the columns.
 */
export interface TextBounds {
  /** Positions of the columns with texts. */
  readonly places: readonly number[];
  readonly bytesMax: number;
}

/** Bounds by which a page of texts that are not left out fits in a response. */
export function boundsOfPage({ list }: QueryColumns, limit: number): TextBounds {
  const places = textPlaces(list);
  const share = Math.floor(limits.rowsBytesMax / Math.max(1, limit * places.length));
  return { places, bytesMax: Math.min(smallPropertiesBytesMax, share) };
}

/** Bounds of the one row of an aggregate. */
export function boundsOfRow({ list }: QueryColumns): TextBounds {
  const places = textPlaces(list);
  return { places, bytesMax: Math.floor(limits.rowsBytesMax / Math.max(1, places.length)) };
}

function textPlaces(list: QueryColumns['list']): readonly number[] {
  return list.flatMap(({ type }, at) => (type === 'string' ? at : []));
}

/**
 * Rows whose texts are named by the letter and their position, without large ones. `others` are
 * further columns.
 */
export function boundedColumns(
  rows: RawBuilder<unknown>,
  {
    bounds: { places, bytesMax },
    letter,
    others,
  }: { bounds: TextBounds; letter: string; others: readonly string[] },
): RawBuilder<unknown> {
  if (places.length === 0) return rows;
  const size = (at: number) => sql`octet_length(${sql.ref(`${letter}${at}`)})`;
  const max = sql.lit(bytesMax);
  const texts = places.map((at) => {
    const name = sql.ref(`${letter}${at}`);
    return sql`case when ${size(at)} <= ${max} then ${name} end as ${name}`;
  });
  const cut = sql.join(
    places.map((at) => sql`${size(at)} > ${max}`),
    sql` or `,
  );
  const bytes = sql.join(
    places.map((at) => sql`coalesce(${size(at)}, 0)`),
    sql` + `,
  );
  const columns = [
    ...texts,
    ...others.map((name) => sql.ref(name)),
    sql`${bytes} as text_bytes`,
    sql`case when ${cut} then 1 else 0 end as is_cut`,
  ];
  return sql`select ${sql.join(columns)} from (${rows}) as measured_rows`;
}

/** Prevents PostgreSQL from reading each text once for each use. */
export function computedOnce(dialect: SqlDialect, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect.computedOnce(rows);
}

/** The columns of `boundedColumns`, to be selected from it. */
export function boundColumns({ places }: TextBounds): readonly RawBuilder<unknown>[] {
  return places.length === 0 ? [] : [sql.ref('text_bytes'), sql.ref('is_cut')];
}

/** @throws AppError request.answer-too-large */
export function requireFitting(rows: readonly BoundedRow[]): void {
  const bytes = rows.reduce((sum, { text_bytes = 0 }) => sum + Number(text_bytes), 0);
  if (bytes > limits.rowsBytesMax) {
    throw rowsTooLarge('ask for fewer rows (pageSize), or select fewer columns');
  }
}

/** Where whole rows are compared, or multiplied, a large text cannot be read later. */
export function refuseCut(rows: readonly BoundedRow[], { bytesMax }: TextBounds): void {
  if (!rows.some(({ is_cut }) => Number(is_cut) === 1)) return;
  throw new AppError(
    'request.answer-too-large',
    `a selected text has more than ${bytesMax} bytes, which rows of DISTINCT, of wildcards and of aggregates ` +
      'cannot hold: ask for fewer rows (pageSize), or select fewer columns',
  );
}
