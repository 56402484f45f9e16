import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob } from '../../automation/values.ts';
import type { TaskName } from '../../conversion/tasks/index.ts';
import type { MadePdf } from '../../conversion/tasks/pdf/writable-pdf.ts';
import type { WorkPlace } from '../../conversion/workshop.ts';
import { withConversionFailures } from './conversion-failures.ts';

/** A PDF is in memory when it is worked on, as it was and as it becomes. */
const megabytesMax = 200;

const nameLengthMax = 100;

/** The file as messages name it. */
export function shownName({ name }: OperationBlob): string {
  return name?.slice(0, nameLengthMax) || 'the file';
}

/**
 * Works on PDF files (and a picture) in the workshop.
 *
 * @throws AppError as `withConversionFailures`
 */
export function workOnPdfs<T>(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  use: (place: WorkPlace) => Promise<T>,
): Promise<T> {
  const sizeBytes = blobs.reduce((sum, blob) => sum + blob.sizeBytes, 0);
  if (sizeBytes > megabytesMax * 1024 * 1024) {
    const names = blobs.length === 1 ? blobs.map(shownName).join() : 'the files together';
    throw operationFailed(`${names}: more than ${megabytesMax} MB, the most for operations on PDF`);
  }
  const inputs = blobs.map((blob) => ({
    sizeBytes: blob.sizeBytes,
    open: () => context.openBlob(blob),
  }));
  return context.awaitOutside((signal) =>
    withConversionFailures(() =>
      context.workbench.work(inputs, use, signal === undefined ? {} : { signal }),
    ),
  );
}

interface PdfTask {
  readonly task: TaskName;
  readonly params: object;
  /** What the task reads. */
  readonly blobs: readonly OperationBlob[];
  /** Of the result. */
  readonly name: string | null;
}

/** Stores the PDF that a task makes. @throws AppError as `workOnPdfs` */
export function makePdf(
  context: OperationContext,
  { task, params, blobs, name }: PdfTask,
): Promise<OperationBlob> {
  return workOnPdfs(context, blobs, async (place) => {
    const { file } = (await place.runTask(task, params)) as MadePdf;
    const naming = { name, mimeType: 'application/pdf', encoding: null };
    return context.createBlob({ path: file }, naming);
  });
}

/** One result after the other, each of its own process. */
export async function forEachBlob(
  blobs: readonly OperationBlob[],
  make: (blob: OperationBlob) => Promise<OperationBlob>,
): Promise<readonly OperationBlob[]> {
  const made: OperationBlob[] = [];
  for (const blob of blobs) made.push(await make(blob));
  return made;
}
