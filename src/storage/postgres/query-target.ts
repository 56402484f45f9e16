import { isSelect, type Statement } from '../statement.ts';

export interface QueryText {
  readonly text: string;
  readonly values?: unknown[];
  /** The name of a server-side prepared statement. */
  readonly name?: string;
  /** The plan that the server keeps is as good as one for the values, see `plan-watch.ts`. */
  readonly plan?: 'for all values';
}

export interface QueryResult {
  /** `COMMIT`, `SELECT` …, as the server reports it. */
  readonly command: string;
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** What sends single statements. */
export interface QueryTarget {
  query(query: QueryText): Promise<QueryResult>;
}

/** Of a statement that only changes data. */
export interface Change {
  readonly statement: Statement<object, unknown>;
  readonly params: object;
}

/** A statement of a unit, and what the unit assumes of it without waiting for its result. */
export interface UnitQuery {
  readonly query: QueryText;
  /** What the query was made of, where a shared transaction may send it together with those of other units. */
  readonly change?: Change;
  /** @throws UnitToRepeat */
  readonly check?: (result: QueryResult) => void;
  /** What is thrown instead of the error of the statement. */
  readonly translate?: (error: unknown) => unknown;
}

/** Where a unit of work sends its statements. */
export interface UnitTarget extends QueryTarget {
  /** In one round trip: the results of all, or the error of the first that failed. */
  queryTogether(queries: readonly UnitQuery[]): Promise<QueryResult[]>;
}

/** The outcome of a statement that was sent, for the unit. */
export async function outcomeOf(
  { check, translate }: UnitQuery,
  sent: Promise<QueryResult>,
): Promise<QueryResult> {
  try {
    const result = await sent;
    check?.(result);
    return result;
  } catch (error) {
    throw translate ? translate(error) : error;
  }
}

/** Also no lock of a row, which would not keep out other units of the same transaction. */
export function onlyReads(text: string): boolean {
  return isSelect(text) && !/\bfor (?:no key )?(?:update|share|key share)\b/.test(text);
}
