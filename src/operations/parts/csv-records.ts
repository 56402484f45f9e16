import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';

/** Value by column, as a text. */
export type CsvRecord = Readonly<Record<string, string>>;

/**
 * The records of a CSV text by the columns that its first line names. Values may be quoted, with
 * quotes in them doubled; empty lines are skipped.
 *
 * @throws AppError directory.entry-invalid naming the line
 */
export function parseCsvRecords(text: string): readonly CsvRecord[] {
  const [head, ...lines] = parseLines(text.replace(/^\ufeff/, ''));
  if (!head) return [];
  const columns = head.values.map((column) => column.trim());
  refuseRepeated(columns);
  const tooMany = lines[limits.listLengthMax];
  if (tooMany)
    throw badRecord(tooMany.number, `is beyond the ${limits.listLengthMax} records of one file`);
  return lines.map(({ values, number }) => {
    if (values.length !== columns.length) {
      throw badRecord(number, `has ${values.length} values for ${columns.length} columns`);
    }
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}

function refuseRepeated(columns: readonly string[]): void {
  const known = new Set<string>();
  for (const column of columns) {
    if (known.has(column)) throw badRecord(1, `names the column ${column} twice`);
    known.add(column);
  }
}

interface Line {
  readonly values: readonly string[];
  /** The line in which it begins. */
  readonly number: number;
}

/** A value and its end: quoted or not, then a comma, the end of the line, or the end of the text. */
const value = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function parseLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let values: string[] = [];
  let number = 1;
  let next = 1;
  value.lastIndex = 0;
  while (value.lastIndex < text.length || values.length > 0) {
    const match = value.exec(text);
    if (!match) throw badRecord(next, 'has a quote that is out of place');
    const [whole, quoted, bare = '', end] = match;
    values.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    next += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (values.length > 1 || values[0] !== '') lines.push({ values, number });
    values = [];
    number = next;
  }
  return lines;
}

function badRecord(line: number, reason: string): AppError {
  return new AppError('directory.entry-invalid', `line ${line} of the CSV ${reason}`);
}
