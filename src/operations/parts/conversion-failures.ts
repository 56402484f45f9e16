import { operationFailed } from '../../automation/operation-error.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { NothingMade, ProgramMissing } from '../../conversion/external-program.ts';
import { WorkshopBusy } from '../../conversion/workshop.ts';

/**
 * Does work of the workshop.
 *
 * @throws AppError operation.failed with the reason why nothing was made, server.not-implemented for a
 *   program that the machine lacks, conversion.busy; other errors of the work as they are
 */
export async function withConversionFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw conversionFailure(error);
  }
}

/** Errors that are not about the conversion are returned as they are. */
function conversionFailure(error: unknown): unknown {
  if (error instanceof ProgramMissing) {
    return new AppError('server.not-implemented', `Not available here: ${error.message}`);
  }
  if (error instanceof NothingMade) return operationFailed(error.message, error);
  if (error instanceof WorkshopBusy) {
    return new AppError('conversion.busy', `${error.message}; try again later`, { cause: error });
  }
  return error;
}
