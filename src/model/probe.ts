export interface ProbeResult {
  readonly isSuccess: boolean;
  /** Facts by name; `info` says how it went. */
  readonly infos: Readonly<Record<string, string>>;
}

/** A probe with how it went in this process since its start. */
export interface ProbeReport {
  readonly name: string;
  /** Null when it was never run. */
  readonly last: (ProbeResult & { readonly atMs: number; readonly tookMs: number }) | null;
  readonly lastSuccessMs: number | null;
  readonly lastFailureMs: number | null;
  readonly successes: number;
  readonly failures: number;
}
