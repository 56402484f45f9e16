import { operationFailed } from '../../automation/operation-error.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { NothingMade, ProgramMissing } from '../../conversion/external-program.ts';

/**
 * Does work of the workshop for an operation, whose parameters may be the reason why nothing is made.
 *
 * @throws AppError operation.failed with that reason, conversion.program-missing, conversion.busy; other errors of
 *   the work as they are
 */
export async function withConversionFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFailure = error instanceof NothingMade && !(error instanceof ProgramMissing);
    throw isFailure ? operationFailed(error.message, error) : conversionError(error);
  }
}
