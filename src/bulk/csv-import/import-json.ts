import { writeCsvImportResult, writeCsvImportStatus } from '../../entities/csv-import-entity.ts';
import type { CsvImportLineTable, CsvImportTable } from '../../storage/csv-import-tables.ts';

/** As `CSV.ImportStatus` returns it. */
export function csvImportStatusJson(row: CsvImportTable): object {
  return writeCsvImportStatus(row);
}

/** As `CSV.ImportResult` returns it. */
export function csvImportResultJson(row: CsvImportTable): object {
  return writeCsvImportResult(row);
}

/** The message stands for its translation as well: clients show a text that they have no translation of. */
export function csvImportLineJson({ line, status, message }: CsvImportLineTable): object {
  return {
    line,
    status,
    message,
    localizedMessage: message,
    localizedMessageParams: [],
    i18nMessage: message,
    success: status === 'SUCCESS',
    skipped: status === 'SKIPPED',
    error: status === 'ERROR',
  };
}
