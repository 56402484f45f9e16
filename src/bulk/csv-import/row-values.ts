import { readPropertyValues } from '../../automation/property-values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentShape, Field } from '../../model/content-model.ts';
import type { Properties } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';
import { findEntryPaths } from '../../repository/directories/entry-paths.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import type { CsvColumns } from './columns.ts';

/**
 * The values of a record for a document of the shape; an empty one leaves the property as it is.
 *
 * @throws AppError property.invalid naming the column
 */
export async function readRowValues(
  unit: ReadUnit,
  { values, columns }: { readonly values: readonly string[]; readonly columns: CsvColumns },
  target: { readonly shape: DocumentShape; readonly current: Properties },
): Promise<Properties> {
  const pairs = new Map<string, unknown>();
  for (const { index, xpath } of columns.properties) {
    const text = values[index] ?? '';
    if (text === '') continue;
    const place = findXpath(target.shape, xpath);
    if (!place) {
      const { name } = target.shape.type;
      const reason = `documents of type ${name} have no such property: leave it empty`;
      throw new AppError('property.invalid', `${xpath}: ${reason}`);
    }
    pairs.set(xpath, readText(text, place.field, xpath));
  }
  return readPropertyValues(pairs, {
    model: unit.model,
    ...target,
    baseUrl: '',
    findStoredValues: (ids) => findEntryPaths(unit, ids),
    resolveBlob: () => {
      throw filesRefused('A file');
    },
  });
}

/** In the forms of CSV files for existing servers; others are decoded by the type of the field. */
function readText(text: string, field: Omit<Field, 'name'>, xpath: string): unknown {
  switch (field.type) {
    case 'blob':
      throw filesRefused(xpath);
    case 'date':
      return readDate(text);
    case 'array':
      return text.trimStart().startsWith('[') ? text : listOf(text, field.item);
    default:
      return text;
  }
}

function filesRefused(what: string): AppError {
  const reason = 'files cannot be given in a CSV file: leave it empty and upload the file';
  return new AppError('property.invalid', `${what}: ${reason}`);
}

function listOf(text: string, item: Field['item']): readonly string[] {
  const values = text
    .split('|')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return item?.type === 'date' ? values.map(readDate) : values;
}

const americanDate = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** `MM/dd/yyyy`, which means the beginning of the day in UTC, or a W3C date. */
function readDate(text: string): string {
  const [, month, day, year] = americanDate.exec(text.trim()) ?? [];
  return year === undefined ? text.trim() : `${year}-${month}-${day}T00:00:00.000Z`;
}
