import { FileDown } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import type { Action } from './action.ts';
import { fileOf } from './files.ts';

/** As the enricher says, which is asked for single documents. */
function hasPdf(document: Doc | undefined): boolean {
  const { renditions } = document?.contextParameters ?? {};
  if (!document || !Array.isArray(renditions)) return false;
  const isPdf = fileOf(document)?.['mime-type'] === 'application/pdf';
  return !isPdf && renditions.some(({ name }) => name === 'pdf');
}

export const downloadPdfAction: Action = {
  id: 'download-pdf',
  label: 'actions.downloadPdf',
  icon: FileDown,
  group: 'share',
  stateFor: ({ documents }) =>
    documents.length === 1 && hasPdf(documents[0]) ? 'ready' : 'hidden',
  async run({ documents: [document], text }) {
    if (document) await (await import('./downloading.ts')).downloadPdf(document, text);
  },
};
