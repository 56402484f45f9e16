import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { PropertyMap } from './values.ts';

/**
 * Items separated by commas, which a backslash escapes. One word is a list of one, and so is the
 * empty text.
 *
 * @throws AppError operation.parameter-invalid when there are too many
 */
export function parseStringList(text: string, { trims }: { trims: boolean }): string[] {
  if (text.length > limits.listTextLengthMax) {
    throw tooLong(`A list as one text has more than ${limits.listTextLengthMax} characters`);
  }
  const items = splitList(text);
  if (items.length > limits.listLengthMax) {
    throw tooLong(`A list as one text has more than ${limits.listLengthMax} items`);
  }
  return trims ? items.map((item) => item.trim()) : items;
}

function tooLong(problem: string): AppError {
  return new AppError('operation.parameter-invalid', `${problem}; send several requests`);
}

function splitList(text: string): string[] {
  if (!text.includes('\\')) {
    return text.split(',', limits.listLengthMax + 1);
  }
  const items: string[] = [];
  let item = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    const next = text[index + 1];
    if (char === '\\' && (next === ',' || next === '\\')) {
      item += next;
      index += 1;
    } else if (char === ',') {
      items.push(item);
      item = '';
    } else {
      item += char;
    }
  }
  items.push(item);
  return items;
}

/**
 * Pairs `key=value`, one on each line. The key ends at the first `=` and is trimmed, the value is
 * used unchanged. Lines that begin with `#` and blank ones are skipped; a backslash at the end of a
 * line continues the value on the next.
 *
 * @throws AppError operation.parameter-invalid for a line without `=`
 */
export function parsePropertiesText(text: string): PropertyMap {
  const pairs = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const at = line.indexOf('=');
    if (at === -1) {
      throw new AppError(
        'operation.parameter-invalid',
        `Invalid property line (cannot find a '=') in: '${line.slice(0, 200)}'`,
      );
    }
    pairs.set(line.slice(0, at).trim(), line.slice(at + 1));
  }
  return pairs;
}

function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open: string | undefined;
  const all = text.split(/\r?\n/, limits.propertyLinesMax + 1);
  if (all.length > limits.propertyLinesMax) {
    throw tooLong(`The properties have more than ${limits.propertyLinesMax} lines`);
  }
  for (const line of all) {
    if (open === undefined && (line.trim() === '' || line.startsWith('#'))) continue;
    const isContinued = line.endsWith('\\');
    const part = isContinued ? line.slice(0, -1) : line;
    const whole: string = open === undefined ? part : `${open}\n${part}`;
    if (isContinued) {
      open = whole;
    } else {
      lines.push(whole);
      open = undefined;
    }
  }
  if (open !== undefined) lines.push(open);
  return lines;
}
