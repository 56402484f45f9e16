import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import type { PagesParams } from '../../conversion/tasks/pdf-pages.ts';
import {
  emptyXpathParameter,
  keyOf,
  metadataOf,
  metadataParameters,
  passwordParameter,
  pdfNameOf,
  requireBlobAt,
  wrongParameter,
} from '../parts/pdf-parameters.ts';
import { makePdf, shownName } from '../parts/pdf-work.ts';

interface Wanted {
  readonly startPage: number | bigint;
  readonly endPage: number | bigint;
  readonly fileName: string;
  readonly password: string | null;
  readonly pdfAuthor: string;
  readonly pdfSubject: string | null;
  readonly pdfTitle: string;
}

export const extractPagesOperation = defineOperation({
  id: 'PDF.ExtractPages',
  label: 'PDF: Extract Pages',
  category: 'Conversion',
  description:
    'Returns a PDF of some pages of the input, without its encryption and with nothing of the other pages.',
  params: {
    endPage: required('long', 'The last page; a larger number means the last one of the file.'),
    startPage: required('long', 'The first page, from 1.'),
    fileName: withDefault('string', '', {
      description: 'The name of the result; by default that of the file with both numbers.',
    }),
    password: passwordParameter,
    pdfAuthor: metadataParameters.pdfAuthor,
    pdfSubject: optional('string', 'The subject that the PDF names.'),
    pdfTitle: metadataParameters.pdfTitle,
    xpath: emptyXpathParameter,
  },
  methods: [
    { input: 'blob', output: 'blob', run: extractPages },
    {
      input: 'document',
      output: 'blob',
      run: async (context, document, { xpath, ...wanted }) =>
        extractPages(context, requireBlobAt(document, xpath), wanted),
    },
  ],
});

async function extractPages(
  context: OperationContext,
  blob: OperationBlob,
  { startPage, endPage, fileName, password, ...metadata }: Wanted,
): Promise<OperationBlob> {
  const firstPage = Math.max(1, Number(startPage));
  const lastPage = Number(endPage);
  if (lastPage < firstPage) throw wrongParameter('endPage', `at least startPage, ${firstPage}`);
  const params: PagesParams = {
    name: shownName(blob),
    key: keyOf('password', password),
    firstPage,
    lastPage,
    metadata: metadataOf(metadata),
  };
  const base = (blob.name ?? 'file').replace(/\.pdf$/i, '');
  const name = pdfNameOf(fileName.trim() || `${base}-${startPage}-${endPage}`);
  return makePdf(context, { task: 'pdf-pages', params, blobs: [blob], name });
}
