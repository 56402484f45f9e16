import { AppError } from '../../base/errors/app-error.ts';
import { ConfigError } from '../../config/load.ts';
import { CommandError } from '../exit-codes.ts';

export type StorePlace = 'source' | 'target';

/** The error of opening a store, saying which of the two it is. */
export function ofPlace(place: StorePlace, error: unknown): unknown {
  if (error instanceof ConfigError) {
    return new ConfigError(error.problems.map((problem) => `of the ${place}: ${problem}`));
  }
  if (!(error instanceof AppError)) return error;
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const message = `the ${place} cannot be opened: ${error.message}${reason}`;
  return new CommandError(message, undefined, error);
}
