import { AppError } from '../base/errors/app-error.ts';
import type { Execution } from './execution.ts';
import { BlobList, isList, type OperationBlob, type Value, type ValueMap } from './values.ts';

/** Whether the input, or an item of it, is such an object. */
export function namesUploads(input: Value): boolean {
  return namesUpload(input) || (isList(input) && input.some(namesUpload));
}

/**
 * The input with objects `{"upload-batch": …, "upload-fileId": …}`, alone or in a list, replaced by
 * the uploaded files.
 *
 * @throws AppError blob.reference-invalid, request.invalid
 */
export async function withUploadedFiles(execution: Execution, input: Value): Promise<Value> {
  if (namesUpload(input)) return fileOf(execution, input);
  if (!isList(input)) return input;
  const files: OperationBlob[] = [];
  for (const item of input) files.push(await fileOf(execution, item));
  return new BlobList(files);
}

function namesUpload(value: Value): value is ValueMap {
  return value instanceof Map && !value.has('entity-type') && value.has('upload-batch');
}

async function fileOf(execution: Execution, item: Value): Promise<OperationBlob> {
  const file = namesUpload(item) ? await execution.findBlob(item) : undefined;
  if (file) return file;
  throw new AppError(
    'request.invalid',
    'input: name each uploaded file as {"upload-batch": "…", "upload-fileId": "…"}',
  );
}
