/** The collections that ever had a member. */
interface CollectionListTable {
  /** The id of the collection. */
  id: string;
  /** The same while the collection exists; null once it is removed: a job then removes its members. */
  document_id: string | null;
  /** Of a copy that has not all members yet: the collection that was copied. Null otherwise. */
  source_id: string | null;
  /** When the version was made that was copied; null if it was no version. */
  source_version_at: number | null;
  /** The position of the last member that was copied. */
  source_position: number | null;
}

/**
 * A member of a collection, or one that the collection had when it was checked in. Versions have no rows of
 * their own: a version that was made at an instant T has the rows of its live document with `added_after`
 * < T, and `removed_after` null or >= T. So a version costs nothing, however many members there are.
 */
export interface CollectionMemberTable {
  collection_id: string;
  member_id: string;
  /** Sorts the members; values have gaps. */
  position: number;
  /** When the last version before the addition was made; 0 without one. */
  added_after: number;
  /** When the last version before the removal was made. Null: it is a member now. */
  removed_after: number | null;
}

export interface CollectionTables {
  collection_list: CollectionListTable;
  collection_member: CollectionMemberTable;
}
