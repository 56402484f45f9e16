import { AppError } from '../../base/errors/app-error.ts';
import type { CsvRecord } from '../../content/csv-parser.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { findXpath } from '../../model/xpath.ts';

/** What the columns of a file are for; -1 for one that is not there. */
export interface CsvColumns {
  readonly count: number;
  readonly name: number;
  readonly type: number;
  readonly id: number;
  readonly state: number;
  readonly properties: readonly { readonly index: number; readonly xpath: string }[];
}

const nameColumn = 'name';
const typeColumn = 'type';
const idColumn = 'ecm:uuid';
const stateColumns: readonly string[] = ['ecm:lifeCycleState', 'ecm:currentLifeCycleState'];

/**
 * The first record of a file names its columns.
 *
 * @throws AppError csv-import.invalid
 */
export function readColumns(
  model: ContentModel,
  head: CsvRecord | undefined,
  { isDocumentMode }: { readonly isDocumentMode: boolean },
): CsvColumns {
  const names = (head?.values ?? []).map((value) => value.replace(/^\ufeff/, '').trim());
  requireDistinct(names);
  if (!names.includes(nameColumn)) {
    throw invalid(
      `there is no column "${nameColumn}": the first line names the columns, separated by commas`,
    );
  }
  const columns = {
    count: names.length,
    name: names.indexOf(nameColumn),
    type: names.indexOf(typeColumn),
    id: names.indexOf(idColumn),
    state: names.findIndex((name) => stateColumns.includes(name)),
  };
  if (!isDocumentMode && (columns.id >= 0 || columns.state >= 0)) {
    throw invalid(
      `the columns ${idColumn} and ${stateColumns[0]} need documentMode=true: add it or remove them`,
    );
  }
  const special = new Set([columns.name, columns.type, columns.id, columns.state]);
  const properties = [...names.entries()]
    .filter(([index]) => !special.has(index))
    .map(([index, xpath]) => ({ index, xpath: requireKnown(model, xpath) }));
  return { ...columns, properties };
}

function requireDistinct(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw invalid(`the column ${shown(repeated)} is there twice: remove one of them`);
}

function requireKnown(model: ContentModel, xpath: string): string {
  const isKnown = model.definition.types.some(({ name }) => findXpath(model.shapeOf(name), xpath));
  if (isKnown) return xpath;
  throw invalid(`no document type has a property ${shown(xpath)}: correct or remove the column`);
}

function shown(name: string): string {
  return name === '' ? '(empty)' : name.slice(0, 200);
}

function invalid(reason: string): AppError {
  return new AppError('csv-import.invalid', `The CSV file cannot be imported: ${reason}`);
}
