import { escapeHtml } from '../../base/escape-html.ts';
import { readText } from './decoded-text.ts';
import { type FragmentSource, shortenedNotice } from './fragment.ts';
import { fragmentLimits } from './fragment-limits.ts';
import { readRows } from './separated-values.ts';

const { textBytesMax, rowsMax, columnsMax, cellLengthMax } = fragmentLimits;

/** A file of separated values as a table whose first row is its head. */
export async function tableFragment(source: FragmentSource): Promise<string> {
  const { text, isWhole } = await readText(source, textBytesMax);
  const rows = readRows(text, { rowsMax: rowsMax + 1 });
  const shown = rows.slice(0, rowsMax);
  const isShortened =
    !isWhole || rows.length > rowsMax || shown.some((row) => row.length > columnsMax);
  const [head = [], ...body] = shown;
  const notice = isShortened ? shortenedNotice('the first part of the table is') : '';
  const lines = body.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
  return `${notice}<table class="grid">
<thead><tr>${cells(head, 'th')}</tr></thead>
<tbody>
${lines}</tbody>
</table>
`;
}

function cells(row: readonly string[], element: 'td' | 'th'): string {
  const shown = row.slice(0, columnsMax).map((cell) => {
    const text = cell.length > cellLengthMax ? `${cell.slice(0, cellLengthMax)}…` : cell;
    return `<${element}>${escapeHtml(text)}</${element}>`;
  });
  return shown.join('');
}
