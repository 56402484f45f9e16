import type { Value } from '../../api/types.ts';
import type { UploadFile } from '../../forms/form-context.ts';
import { uploadBlob } from '../../uploads/replace.ts';

/** Sends the file of a field, whose value also has what the form shows of the file. */
export const uploadFile: UploadFile = async (file, options) => {
  const { onProgress, signal = new AbortController().signal } = options ?? {};
  const sent: Value = {
    ...(await uploadBlob(file, { signal, ...(onProgress && { onProgress }) })),
    name: file.name,
    'mime-type': file.type || 'application/octet-stream',
    length: file.size,
  };
  return sent;
};
