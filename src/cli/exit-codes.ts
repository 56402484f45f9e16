/** The exit statuses of the program; listed in docs/guide/command-line.md. */
export const exitCodes = {
  done: 0,
  /** The command failed, some files were not imported, or the check found errors. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The configuration is wrong; the number of sysexits.h. */
  configuration: 78,
  /** Stopped by SIGINT, with the number that shells use; work done so far is kept. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a one-line message; for errors without a code in the catalogue. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
