export interface UploadBatchTable {
  id: string;
  username: string;
  /** 'default', or 's3' when its files are put into the object storage by the client. */
  provider: string;
  created_at: number;
  used_at: number;
}

export interface UploadFileTable {
  batch_id: string;
  file_index: number;
  name: string | null;
  mime_type: string | null;
  /** Announced size for chunked files, real size for normal ones. */
  size: number;
  /** 'normal' or 'chunked'. */
  upload_type: string;
  chunk_count: number;
  /** Null until every chunk has arrived. */
  blob_key: string | null;
}

export interface UploadChunkTable {
  batch_id: string;
  file_index: number;
  chunk_index: number;
  size: number;
  /** Name of the staged file that holds the chunk. */
  staged_name: string;
}

export interface UploadTables {
  upload_batch: UploadBatchTable;
  upload_file: UploadFileTable;
  upload_chunk: UploadChunkTable;
}
