import type { Value } from '../../api/types.ts';
import type { UploadFile } from '../../forms/form-context.ts';
import { uploadBlob } from '../../uploads/replace.ts';

/** Sends the file of a field. */
export const uploadFile: UploadFile = async (file, options) => {
  const { onProgress, signal = new AbortController().signal } = options ?? {};
  const sent: Value = {
    ...(await uploadBlob(file, { signal, ...(onProgress && { onProgress }) })),
  };
  return sent;
};
