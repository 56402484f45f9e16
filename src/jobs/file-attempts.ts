/** Attempts for a file that exceeds its time or memory, or ends the process. */
export const attemptsPerFileMax = 3;

/** Why a file is given up that was begun more often: its attempts are counted before they begin. */
export const attemptsUsed = `the server ended during the last of ${attemptsPerFileMax} attempts`;

/** Characters of a reason that are kept: it may quote the file. */
const reasonLengthMax = 500;

/** A reason as it can be stored: PostgreSQL takes neither NUL nor unpaired surrogates. */
export function storableReason(reason: string): string {
  return reason.slice(0, reasonLengthMax).replaceAll('\0', ' ').toWellFormed();
}
