/** A folder that a user synchronizes. */
export interface DriveRootTable {
  username: string;
  document_id: string;
  created_at: number;
}
