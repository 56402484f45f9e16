import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { expectDocuments, getVariable } from '../../automation/variables.ts';
import {
  appendedBlobs,
  appendListParameter,
  appendParameter,
  mergePdfs,
} from '../parts/pdf-merge.ts';
import {
  findBlobAt,
  metadataOf,
  metadataParameters,
  pdfXpathParameter,
} from '../parts/pdf-parameters.ts';

interface Wanted {
  readonly fileName: string;
  readonly pdfAuthor: string;
  readonly pdfSubject: string;
  readonly pdfTitle: string;
  readonly toAppendDocIDsVarName: string;
  readonly toAppendListVarName: string;
  readonly toAppendVarName: string;
  readonly xpath: string;
}

export const mergeWithDocsOperation = defineOperation({
  id: 'PDF.MergeWithDocs',
  label: 'PDF: Merge with Document(s)',
  category: 'Conversion',
  description:
    'Returns one PDF of the pages of the files in the input documents and of those that context variables name, in this order. Documents without a file are left out.',
  params: {
    fileName: withDefault('string', '', {
      description: 'The name of the result; by default that of the first file.',
    }),
    ...metadataParameters,
    toAppendDocIDsVarName: withDefault('string', '', {
      description: 'The name of a context variable with ids of documents whose files follow.',
    }),
    toAppendListVarName: appendListParameter,
    toAppendVarName: appendParameter,
    xpath: pdfXpathParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'blob',
      run: (context, document, wanted) => merge(context, [document], wanted),
    },
    { input: 'documents', output: 'blob', run: merge },
  ],
});

async function merge(
  context: OperationContext,
  documents: readonly WorkingDocument[],
  { fileName, pdfAuthor, pdfSubject, pdfTitle, toAppendDocIDsVarName, xpath, ...variables }: Wanted,
): Promise<OperationBlob> {
  const blobsOf = (some: readonly WorkingDocument[]): OperationBlob[] =>
    some.flatMap((document) => findBlobAt(document, xpath) ?? []);
  const blobs = [...blobsOf(documents), ...(await appendedBlobs(context, variables))];
  if (toAppendDocIDsVarName) {
    const value = getVariable(context, toAppendDocIDsVarName);
    blobs.push(...blobsOf(await expectDocuments(context, value, toAppendDocIDsVarName)));
  }
  if (blobs.length === 0) {
    throw operationFailed(`xpath: none of the documents has a file at ${xpath}`);
  }
  const metadata = metadataOf({ pdfAuthor, pdfSubject, pdfTitle });
  return mergePdfs(context, { blobs, name: fileName, metadata });
}
