import { AppError } from '../base/errors/app-error.ts';

const shownLengthMax = 60;

export function invalid(message: string): AppError {
  return new AppError('expression.invalid', message);
}

export function limitReached(message: string): AppError {
  return new AppError('expression.limit', message);
}

/** A name or piece of source as messages show it: quoted, and at most a line. */
export function shown(text: string): string {
  return text.length > shownLengthMax ? `"${text.slice(0, shownLengthMax)}…"` : `"${text}"`;
}
