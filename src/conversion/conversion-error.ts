import { AppError } from '../base/errors/app-error.ts';
import { NothingMade, ProgramMissing } from './external-program.ts';
import { WorkshopBusy } from './fair-turns.ts';
import { WorkshopClosed } from './workshop.ts';

const retryAfterSeconds = 10;

function busyText(error: WorkshopBusy | WorkshopClosed): string | undefined {
  return error instanceof WorkshopClosed ? `${error.message}; try again later` : undefined;
}

/** What a caller is told of a conversion that was not done; other errors stay as they are. */
export function conversionError(error: unknown): unknown {
  if (error instanceof WorkshopBusy || error instanceof WorkshopClosed) {
    return new AppError('conversion.busy', busyText(error), {
      cause: error,
      detail: { retryAfterSeconds },
    });
  }
  if (error instanceof ProgramMissing) {
    const message = `The conversion is not available: ${error.message}`;
    return new AppError('conversion.program-missing', message, { cause: error });
  }
  if (!(error instanceof NothingMade)) return error;
  const message = `The file cannot be converted: ${error.message}`;
  return new AppError('conversion.failed', message, { cause: error });
}
