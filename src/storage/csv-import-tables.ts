/** An import of documents from a CSV file. Instants are epoch milliseconds. */
export interface CsvImportTable {
  id: string;
  /** Who has started it, and on whose behalf it runs. */
  username: string;
  /** Of the folder below which the names of the records are. */
  path: string;
  /** 1: ids, states and authorship are those of the file. */
  is_document_mode: number;
  sends_report: number;
  blob_key: string;
  /** Keeps the content until the import has ended. */
  lease_id: string;
  state: string;
  /** Null until the records are counted. */
  total: number | null;
  /** Records done so far: the sum of the three counters below. */
  processed: number;
  succeeded: number;
  skipped: number;
  failed: number;
  created_at: number;
  /** When it is removed; null while it runs. */
  expires_at: number | null;
}

/** What became of a record. */
export interface CsvImportLineTable {
  import_id: string;
  /** 0 for what needs attention, which is listed first where not all can be. */
  is_success: number;
  /** The line of the file in which the record begins. */
  line: number;
  status: string;
  message: string;
}

export interface CsvImportTables {
  csv_import: CsvImportTable;
  csv_import_line: CsvImportLineTable;
}
