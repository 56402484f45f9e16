import type { Generated } from 'kysely';

/** A directory whose first entries have been loaded. */
interface DirectoryStateTable {
  name: string;
  /** The largest number that the server has used as an id. */
  last_id: number;
}

export interface DirectoryEntryTable {
  /** Entries are listed in the order of their creation. */
  position: Generated<number>;
  directory: string;
  entry_id: string;
  /** JSON object: field → value; unset fields are left out. */
  properties: string;
}

export interface DirectoryTables {
  directory_state: DirectoryStateTable;
  directory_entry: DirectoryEntryTable;
}
