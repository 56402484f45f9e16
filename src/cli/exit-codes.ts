/** What the program's exit status means; listed in docs/guide/command-line.md. */
export const exitCodes = {
  done: 0,
  /** The command failed, some files were not imported, or the check found errors. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The configuration is wrong; the same number as sysexits.h gives it. */
  configuration: 78,
  /** Stopped by SIGINT, as shells count it; what was done so far is kept. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with one clear line; thrown where no code of the catalogue says it. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
