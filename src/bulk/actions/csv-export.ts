import { type CsvColumns, csvColumnsOf } from '../../entities/document-csv.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { findXpath } from '../../model/xpath.ts';
import { type BulkParams, defineBulkAction, type ParseContext } from '../action.ts';
import { anyShape } from '../any-shape.ts';
import type { CsvExport } from '../csv-export/csv-export.ts';
import { finishCsvFile } from '../csv-export/finish-file.ts';
import { writeCsvPart } from '../csv-export/write-part.ts';
import {
  invalidParameter,
  readFlag,
  refuseOthers,
  unknownParameter,
} from '../invalid-parameter.ts';

const name = 'csvExport';
const namesMax = 500;

export const csvExportAction = defineBulkAction<CsvExport>({
  name,
  description: 'Writes a CSV file with a line for each document, which can be downloaded once.',
  bucketSize: 100,
  batchSize: 50,
  isHttpEnabled: true,
  // Parts of the file are in the order of the documents.
  isSequential: true,
  queryLimit: 100_000,
  parse: readParameters,
  runApart: writeCsvPart,
  finish: finishCsvFile,
});

function readParameters(params: BulkParams, { unit: { model } }: ParseContext): CsvExport {
  refuseOthers(params, ['sort', 'zip', 'lang', 'schemas', 'xpaths'], name);
  const schemas = readNames(params, 'schemas');
  const xpaths = readNames(params, 'xpaths');
  return {
    columns: readColumns(model, schemas, xpaths),
    language: readLanguage(params.lang),
    isSorted: readFlag(params, 'sort', { action: name, otherwise: true }),
    isZipped: readFlag(params, 'zip', { action: name, otherwise: false }),
  };
}

function readColumns(
  model: ContentModel,
  schemas: readonly string[],
  xpaths: readonly string[],
): CsvColumns {
  const shape = anyShape(model);
  const schema = schemas.find((each) => !model.findSchema(each));
  if (schema !== undefined) throw unknownParameter('schema', schema, name);
  const xpath = xpaths.find((each) => !findXpath(shape, each));
  if (xpath !== undefined) throw unknownParameter('xpath', xpath, name);
  return csvColumnsOf(shape, { schemas, xpaths });
}

function readNames(params: BulkParams, key: 'schemas' | 'xpaths'): readonly string[] {
  const names = params[key] ?? [];
  const isValid = Array.isArray(names) && names.every((each) => typeof each === 'string');
  if (isValid && names.length <= namesMax) return names;
  throw invalidParameter(key, name, `send a list of at most ${namesMax} texts`);
}

/** Sent as `fr`, `fr_FR` or `fr-FR`. */
function readLanguage(lang: unknown): string {
  if (lang === undefined || lang === null || lang === '') return 'en';
  try {
    const [tag] = Intl.getCanonicalLocales(String(lang).replaceAll('_', '-'));
    if (tag !== undefined) return tag;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalidParameter('lang', name, 'send a language such as fr or fr-FR');
}
