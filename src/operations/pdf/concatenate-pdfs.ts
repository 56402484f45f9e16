import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { expectBlob, getVariable } from '../../automation/variables.ts';
import { mergePdfs } from '../parts/pdf-merge.ts';

interface Wanted {
  readonly filename: string;
  readonly blob_to_append: string;
}

export const concatenatePdfsOperation = defineOperation({
  id: 'Blob.ConcatenatePDFs',
  label: 'Concatenate PDFs',
  category: 'Conversion',
  description:
    'Returns one PDF of the pages of the input files, in their order. A single file is returned as it is.',
  params: {
    filename: required('string', 'The name of the result.'),
    blob_to_append: withDefault('string', '', {
      description: 'The name of a context variable with a PDF that is put first.',
    }),
  },
  methods: [
    { input: 'bloblist', output: 'blob', run: concatenate },
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, wanted) => concatenate(context, [blob], wanted),
    },
  ],
});

const unchanged = { title: '', subject: '', author: '' };

async function concatenate(
  context: OperationContext,
  input: readonly OperationBlob[],
  { filename, blob_to_append: variable }: Wanted,
): Promise<OperationBlob | undefined> {
  const first = variable
    ? [await expectBlob(context, getVariable(context, variable), variable)]
    : [];
  const blobs = [...first, ...input];
  if (blobs.length <= 1) return blobs[0];
  return mergePdfs(context, { blobs, name: filename, metadata: unchanged });
}
