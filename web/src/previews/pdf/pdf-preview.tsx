import { blobUrl } from '../../api/previews.ts';
import type { Doc } from '../../api/types.ts';
import { Pdf } from './pdf.tsx';

export function PdfPreview({ document }: { readonly document: Doc }) {
  return <Pdf url={blobUrl(document, 'file:content')} document={document} />;
}
