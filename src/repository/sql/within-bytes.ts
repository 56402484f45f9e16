/** The first rows, as many as have few enough bytes together, and at least one. */
export function withinBytes<Row extends { readonly bytes: number }>(
  rows: readonly Row[],
  bytesMax: number,
): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    // PostgreSQL returns the sizes of some types as text.
    bytes += Number(row.bytes);
    return index > 0 && bytes > bytesMax;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
