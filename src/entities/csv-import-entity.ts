import { entityOf, flag, type JsonOf, number, objectOf, text } from './json-schema.ts';

export const csvImportStatusSchema = entityOf('csvimportstatus', {
  value: objectOf({
    state: text,
    numberOfProcessedDocument: number,
    totalNumberOfDocument: number,
    complete: flag,
    running: flag,
    scheduled: flag,
  }),
});

export const csvImportResultSchema = entityOf('csvimportresult', {
  value: objectOf({
    totalLineCount: number,
    successLineCount: number,
    skippedLineCount: number,
    errorLineCount: number,
  }),
});

interface ImportCounts {
  readonly state: string;
  /** Null until the records are counted. */
  readonly total: number | null;
  readonly processed: number;
  readonly succeeded: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Clients take a negative total for one that is not known yet. */
const unknownTotal = -1;

export function writeCsvImportStatus(row: ImportCounts): JsonOf<typeof csvImportStatusSchema> {
  const { state, processed, total } = row;
  return {
    'entity-type': 'csvimportstatus',
    value: {
      state,
      numberOfProcessedDocument: processed,
      totalNumberOfDocument: total ?? unknownTotal,
      complete: state === 'COMPLETED',
      running: state === 'RUNNING',
      scheduled: state === 'SCHEDULED',
    },
  };
}

export function writeCsvImportResult(row: ImportCounts): JsonOf<typeof csvImportResultSchema> {
  return {
    'entity-type': 'csvimportresult',
    value: {
      totalLineCount: row.processed,
      successLineCount: row.succeeded,
      skippedLineCount: row.skipped,
      errorLineCount: row.failed,
    },
  };
}
