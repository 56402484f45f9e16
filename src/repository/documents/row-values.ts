/** A row of a value of a property that is kept in rows. */
export interface RowValue {
  /** Of the document that has the property. */
  readonly id: string;
  /** Of the item in the list that the value belongs to; empty where the values are the items. */
  readonly name: string;
  /** Sorts the values; those of the same place are sorted by themselves. */
  readonly place: number;
  readonly found: string;
}

/** Of rows for one response. */
const rowsMax = 50_000;

/** How many rows are read for each of some keys, so that a response has a bounded size. */
export function shareOf(count: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(rowsMax / count)));
}
