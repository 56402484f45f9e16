import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { NothingMade, ProgramMissing } from '../../conversion/external-program.ts';
import type { WorkPlace } from '../../conversion/workshop.ts';

/**
 * Makes something of files in a folder of its own; `use` takes what it needs before the folder is removed.
 *
 * @throws AppError operation.failed with the reason, server.not-implemented for a program that is not
 *   installed, conversion.busy
 */
export async function convertBlobs<T>(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  use: (place: WorkPlace) => Promise<T>,
): Promise<T> {
  const inputs = blobs.map((blob) => ({
    sizeBytes: blob.sizeBytes,
    open: () => context.openBlob(blob),
  }));
  try {
    return await context.awaitOutside((signal) =>
      context.workbench.work(inputs, use, signal ? { signal } : {}),
    );
  } catch (error) {
    throw asAppError(error, blobs);
  }
}

function asAppError(error: unknown, blobs: readonly OperationBlob[]): unknown {
  if (error instanceof ProgramMissing) {
    const message = `${error.message}; install it on the machine of the server`;
    return new AppError('server.not-implemented', message, { cause: error });
  }
  if (!(error instanceof NothingMade)) return conversionError(error);
  const names = blobs.map(({ name }) => (name ?? 'a file').slice(0, namesShownMax)).join(', ');
  return operationFailed(`${names.slice(0, namesShownMax)}: ${error.message}`, error);
}

/** Characters of the names of the files. */
const namesShownMax = 200;
