import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import {
  appendedBlobs,
  appendListParameter,
  appendParameter,
  mergePdfs,
} from '../parts/pdf-merge.ts';
import { metadataOf, metadataParameters } from '../parts/pdf-parameters.ts';

interface Wanted {
  readonly fileName: string;
  readonly pdfAuthor: string;
  readonly pdfSubject: string;
  readonly pdfTitle: string;
  readonly toAppendListVarName: string;
  readonly toAppendVarName: string;
}

export const mergeWithBlobsOperation = defineOperation({
  id: 'PDF.MergeWithBlobs',
  label: 'PDF: Merge with Blob(s) ',
  category: 'Conversion',
  description:
    'Returns one PDF of the pages of the input files and of those in context variables, in this order.',
  params: {
    fileName: withDefault('string', '', {
      description: 'The name of the result; by default that of the first file.',
    }),
    ...metadataParameters,
    toAppendListVarName: appendListParameter,
    toAppendVarName: appendParameter,
  },
  methods: [
    { input: 'bloblist', output: 'blob', run: merge },
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, wanted) => merge(context, [blob], wanted),
    },
  ],
});

async function merge(
  context: OperationContext,
  input: readonly OperationBlob[],
  { fileName, pdfAuthor, pdfSubject, pdfTitle, ...variables }: Wanted,
): Promise<OperationBlob> {
  const blobs = [...input, ...(await appendedBlobs(context, variables))];
  const metadata = metadataOf({ pdfAuthor, pdfSubject, pdfTitle });
  return mergePdfs(context, { blobs, name: fileName, metadata });
}
