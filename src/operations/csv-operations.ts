import type { Operation } from '../automation/define.ts';
import { importCsvOperation } from './csv/import-csv.ts';
import {
  csvImportLogOperation,
  csvImportResultOperation,
  csvImportStatusOperation,
} from './csv/inspect-csv-import.ts';

/** Imports of documents from CSV files. */
export const csvOperations: readonly Operation[] = [
  importCsvOperation,
  csvImportLogOperation,
  csvImportResultOperation,
  csvImportStatusOperation,
];
