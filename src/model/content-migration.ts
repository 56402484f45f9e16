/** A migration of content as callers see it. */
export interface ContentMigration {
  readonly id: string;
  readonly description: string;
  readonly label: string;
  readonly status: MigrationStatus;
  /** The steps that can be run now. */
  readonly steps: readonly ContentMigrationStep[];
}

interface ContentMigrationStep {
  readonly id: string;
  readonly fromState: string;
  readonly toState: string;
  readonly description: string;
  readonly label: string;
}

export interface MigrationStatus {
  /** While a step runs, the state it started from. */
  readonly state: string;
  /** Null unless a step runs, as are the other facts of the run. */
  readonly run: MigrationRun | null;
  /** How the last run failed; null if it did not, or a probe came after it. */
  readonly failure: { readonly message: string; readonly status: number } | null;
}

interface MigrationRun {
  readonly step: string;
  readonly startMs: number;
  /** When it last showed that it is alive. */
  readonly pingMs: number;
  readonly message: string;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}
