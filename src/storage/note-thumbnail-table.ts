/** The picture of the text of a note. */
export interface NoteThumbnailTable {
  document_id: string;
  /** Of what the picture shows, see `noteTextOf`: equal texts have one picture. */
  digest: string;
  result_key: string;
  result_type: string | null;
}
