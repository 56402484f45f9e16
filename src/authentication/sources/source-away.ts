import { AppError } from '../../base/errors/app-error.ts';

/** The server that verifies the user cannot be asked; the cause is for the log only. */
export function sourceAway(name: string, cause?: unknown): AppError {
  return new AppError(
    'authentication.source-away',
    `the sign-in source ${name}, which may know this user, does not answer; try again later`,
    { cause },
  );
}
