/** Documents whose values are to be computed from their main file, or whose text is to be drawn. */
export interface MediaWorkTable {
  document_id: string;
  /** What is computed: 'picture', 'video', 'audio', 'note', or a conversion of videos by its name. */
  kind: string;
  /**
   * The content that it is computed from, or the digest of the text; results are stored only while the document
   * still has it.
   */
  content_key: string;
  /** The declared properties of the content. */
  file_name: string | null;
  mime_type: string | null;
  /** 'waiting' or 'failed'; the row is removed once the values are stored. */
  state: string;
  /** Attempts begun so far. */
  attempts: number;
  /** Why it has failed, and when; null unless it has. */
  failure: string | null;
  failed_at: number | null;
}
