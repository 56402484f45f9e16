import type { OperationContext } from '../../automation/operation-context.ts';
import { BlobList, type OperationBlob } from '../../automation/values.ts';
import type { Conversion } from '../../conversion/converters/convert.ts';
import { convertContent } from '../../conversion/converters/convert-content.ts';

/** The same blob when it is the result already. @throws AppError conversion.* */
export async function convertBlob(
  context: OperationContext,
  blob: OperationBlob,
  conversion: Conversion,
): Promise<OperationBlob> {
  const { sizeBytes, mimeType, name, encoding } = blob;
  const open = () => context.openBlob(blob);
  const made = await context.awaitOutside((signal) =>
    convertContent(
      context.workbench,
      { sizeBytes, open, mimeType, name, encoding },
      { conversion, signal, use: (file) => context.createBlob({ path: file.path }, file) },
    ),
  );
  return made ?? blob;
}

/** One after the other: each may need as much memory as a process may have. */
export async function convertBlobs(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  conversion: Conversion,
): Promise<BlobList> {
  const made: OperationBlob[] = [];
  for (const blob of blobs) {
    await context.takeTurn();
    made.push(await convertBlob(context, blob, conversion));
  }
  return new BlobList(made);
}
