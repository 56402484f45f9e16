export interface ArchiveEntry {
  readonly name: string;
  /** Undefined for folders. */
  readonly sizeBytes: number | undefined;
  readonly modifiedMs: number | undefined;
}

export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  readonly isWhole: boolean;
}
