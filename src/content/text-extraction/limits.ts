/** Bounds of the work on one file. */
export const extractionLimits = {
  /** Bytes of a file; of larger ones the text is not read. */
  inputBytesMax: 64 * 1024 * 1024,
  /** Characters of the text; what comes after is not searched. */
  textLengthMax: 500_000,
  /** Bytes that are extracted from an archive. */
  inflatedBytesMax: 128 * 1024 * 1024,
  /** Entries of an archive that are examined. */
  archiveEntriesMax: 10_000,
  pagesMax: 5_000,
  timeMs: 60_000,
  /** Files attached to a mail whose text is read, and mails within mails. */
  attachmentsMax: 100,
  nestingMax: 3,
  /** Memory of the process that reads files, in total. */
  memoryBytesMax: 280 * 1024 * 1024,
  /** Megabytes of it for the heap of V8; contents of files are outside. */
  heapMb: 160,
  /** Without a file to read the process ends after that time. */
  idleMs: 10_000,
} as const;
