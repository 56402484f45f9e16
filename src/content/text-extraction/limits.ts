/** What one file may cost. */
export const extractionLimits = {
  /** Bytes of a file; of larger ones the text is not read. */
  inputBytesMax: 64 * 1024 * 1024,
  /** Characters of the text; what comes after is not searched. */
  textLengthMax: 500_000,
  /** Bytes that are taken out of an archive. */
  inflatedBytesMax: 64 * 1024 * 1024,
  /** Entries of an archive that are looked at. */
  archiveEntriesMax: 10_000,
  pagesMax: 5_000,
  timeMs: 60_000,
  /** Megabytes of memory of the thread that reads it. */
  heapMb: 512,
} as const;
