const separators = [',', ';', '\t', '|'] as const;

/** Rows of cells; quotes as in RFC 4180, also around line ends. The separator is found by itself. */
export function readRows(
  text: string,
  { rowsMax }: { readonly rowsMax: number },
): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  // Up to a separator, a line end or the end; a quoted cell with what follows its last quote.
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^${escaped(separator)}\\r\\n]*)`, 'y');
  let row: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length && rows.length < rowsMax) {
    cell.lastIndex = at;
    const [all = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + plain);
    at += all.length;
    if (text[at] === separator) {
      at += 1;
      // A separator at the end of the text is followed by an empty cell.
      if (at === text.length) row.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** That with most occurrences in the first lines. */
function separatorOf(text: string): string {
  const head = text.slice(0, 5_000);
  const counts = separators.map((sign) => head.split(sign).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function escaped(sign: string): string {
  return sign === '|' ? '\\|' : sign;
}
