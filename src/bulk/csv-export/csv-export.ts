import type { CsvColumns } from '../../entities/document-csv.ts';

/** The parameters of an export. */
export interface CsvExport {
  readonly columns: CsvColumns;
  /** Of the labels of entries, such as `fr-CA`. */
  readonly language: string;
  /** By the text of the lines; otherwise in the order in which documents are found. */
  readonly isSorted: boolean;
  readonly isZipped: boolean;
}
