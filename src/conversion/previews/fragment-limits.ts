/** Bounds of what a page shows of a file; the page says where it ends. */
export const fragmentLimits = {
  /** Bytes of a text that are read. */
  textBytesMax: 1024 * 1024,
  linesMax: 20_000,
  /** Characters of a text that are coloured. */
  colouredLengthMax: 200_000,
  rowsMax: 2_000,
  columnsMax: 200,
  cellLengthMax: 2_000,
  /** Bytes of a page of HTML or Markdown; of a larger one nothing is shown. */
  markupBytesMax: 4 * 1024 * 1024,
  /** Bytes of a mail with its attachments. */
  mailBytesMax: 48 * 1024 * 1024,
  attachmentsMax: 500,
  /** Bytes of the pictures that are shown within a mail. */
  inlinePictureBytesMax: 8 * 1024 * 1024,
  entriesMax: 2_000,
  /** Bytes that a compressed archive is inflated to while its entries are read. */
  inflatedBytesMax: 512 * 1024 * 1024,
} as const;
