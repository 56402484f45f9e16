/** A line of a CSV file by RFC 4180: commas, quotes only where they are needed; without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

/** Between lines, and after the last one. */
export const csvLineEnd = '\r\n';

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
