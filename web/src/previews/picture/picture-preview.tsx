import { useState } from 'react';
import { blobUrl, previewUrl } from '../../api/previews.ts';
import type { Doc } from '../../api/types.ts';
import { MadePreview } from '../made-preview.tsx';
import { firstPicture, largestView } from '../media-views.ts';
import { Nothing } from '../nothing.tsx';
import { type PreviewedFile, sizeOf } from '../previewed-file.ts';
import { Picture } from './picture.tsx';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

/** A picture, a smaller one in its place where it is large, and one for browsers where it is of another format. */
export function PicturePreview({ document, file }: Props) {
  const [isBroken, setIsBroken] = useState(false);
  const { blob, family } = file;
  if (!blob || isBroken) return <Nothing document={document} reason="broken" />;
  const picture = { title: document.title, onFail: () => setIsBroken(true) };
  if (family === 'scan') {
    const view = largestView(document);
    if (view) {
      return <Picture {...picture} url={blobUrl(document, view.xpath)} original={undefined} />;
    }
    return (
      <MadePreview document={document} file="image">
        <Picture {...picture} url={previewUrl(document, 'image')} original={undefined} />
      </MadePreview>
    );
  }
  const url = blobUrl(document, 'file:content');
  const view = firstPicture(document, blob);
  const original = view && { url, bytes: sizeOf(blob) };
  return (
    <Picture {...picture} url={view ? blobUrl(document, view.xpath) : url} original={original} />
  );
}
