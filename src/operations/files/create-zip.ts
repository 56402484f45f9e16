import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { writeZip } from '../../content/zip-writer.ts';
import { zipEntriesOf } from '../parts/zip-entries.ts';

export const createZipOperation = defineOperation({
  id: 'Blob.CreateZip',
  label: 'Zip',
  category: 'Files',
  description: 'Returns a zip archive of the input files.',
  params: {
    filename: optional('string', 'The name of the archive; by default that of the first file.'),
  },
  methods: [
    {
      input: 'bloblist',
      output: 'blob',
      run: (context, blobs, { filename }) => zip(context, blobs, filename),
    },
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, { filename }) => zip(context, [blob], filename),
    },
  ],
});

function zip(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  filename: string | null,
): Promise<OperationBlob> {
  const name = filename?.trim() || (blobs[0]?.name ?? null);
  const naming = { name, mimeType: 'application/zip', encoding: null };
  return context.createBlob(writeZip(zipEntriesOf(context, blobs)), naming);
}
