/** One row, id 1, in a store that is being copied to; none in any other. Servers refuse to open such a store. */
interface CopyStateTable {
  id: number;
  /** The id of the store that is copied. */
  source_id: string;
  /** Of both stores when the copy began; see `revisionOf`. */
  revision: string;
  /** JSON: the indexes and references that were taken away, to be made again at the end. */
  definitions: string;
  began_at: number;
}

/** How far the copy of a table, or of the contents, has come. */
interface CopyProgressTable {
  name: string;
  /** JSON: the key of the last row that is copied; null when there was none. */
  position: string | null;
  is_done: number;
}

export interface CopyTables {
  copy_state: CopyStateTable;
  copy_progress: CopyProgressTable;
}
