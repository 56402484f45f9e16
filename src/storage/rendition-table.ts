/** What is made of a content once, for all documents that have it. */
export interface RenditionTable {
  blob_key: string;
  /** Of the rendition, with a size of its own. */
  name: string;
  /** 'waiting', 'done', 'failed', or 'empty' where a file has no picture. */
  state: string;
  /** The declared properties of the content. */
  file_name: string | null;
  mime_type: string | null;
  encoding: string | null;
  /** Attempts begun so far. */
  attempts: number;
  /** The job that makes it: it is its own as long as the job has a lease. */
  job_id: string | null;
  /** The result; kept while it is made anew. */
  result_key: string | null;
  result_type: string | null;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
  /** Why it has failed, and when; null unless it has. */
  failure: string | null;
  failed_at: number | null;
}
