/** A file or folder that was not imported. */
export interface ImportProblem {
  readonly source: string;
  readonly reason: string;
}

/** More are counted and not kept. */
const problemsKeptMax = 10_000;

type FileOutcome = 'created' | 'updated' | 'skipped';

/** What an import has done so far. */
export class ImportTally {
  readonly files: Record<FileOutcome, number> = { created: 0, updated: 0, skipped: 0 };
  foldersCreated = 0;
  /** Bytes of processed files, whatever the outcome. */
  bytes = 0;
  failed = 0;
  leftOut = 0;
  /** Not followed, and too many to be listed one by one. */
  links = 0;
  readonly failures: ImportProblem[] = [];
  readonly omissions: ImportProblem[] = [];

  get filesDone(): number {
    const { created, updated, skipped } = this.files;
    return created + updated + skipped + this.failed;
  }

  addFile(outcome: FileOutcome, sizeBytes: number): void {
    this.files[outcome] += 1;
    this.bytes += sizeBytes;
  }

  addFailure(source: string, error: unknown): void {
    this.failed += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.failures.length < problemsKeptMax) this.failures.push({ source, reason });
  }

  addOmission(source: string, reason: string): void {
    this.leftOut += 1;
    if (this.omissions.length < problemsKeptMax) this.omissions.push({ source, reason });
  }
}
