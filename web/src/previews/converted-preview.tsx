import { previewUrl } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { MadePreview } from './made-preview.tsx';
import { Pdf } from './pdf/pdf.tsx';

/** Office files, and all else that the server can make a PDF of. */
export function ConvertedPreview({ document }: { readonly document: Doc }) {
  return (
    <MadePreview document={document} file="pdf">
      <Pdf url={previewUrl(document, 'pdf')} document={document} />
    </MadePreview>
  );
}
