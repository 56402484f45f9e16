/** The folder that holds the comments of a document. */
interface CommentFolderTable {
  folder_id: string;
  /** Null once the document is gone: then the folder is to be removed. */
  document_id: string | null;
}

/** A comment or an annotation; its document has everything else. */
export interface CommentEntryTable {
  id: string;
  /** The document or comment that it is about. */
  parent_id: string;
  /** The document at the top of its thread. */
  document_id: string;
  /** Who made it, whatever an administrator has made of its document since. */
  author: string;
  is_annotation: number;
  /** What threads are sorted by: a client may have given it. */
  created_at: number;
  /** Of annotations: the property that they are about. */
  xpath: string | null;
  /** What another system calls it. */
  entity_id: string | null;
}

export interface CommentTables {
  comment_folder: CommentFolderTable;
  comment_entry: CommentEntryTable;
}
