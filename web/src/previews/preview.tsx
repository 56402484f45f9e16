import { type ComponentType, lazy, Suspense } from 'react';
import type { Doc } from '../api/types.ts';
import { Loading } from '../ui/states.tsx';
import { Nothing } from './nothing.tsx';
import {
  type PreviewedFile,
  type PreviewFamily,
  previewedFileOf,
  sizeOf,
} from './previewed-file.ts';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

const converted = lazy(async () => ({
  default: (await import('./converted-preview.tsx')).ConvertedPreview,
}));
const media = lazy(async () => ({ default: (await import('./media.tsx')).Media }));
const picture = lazy(async () => ({
  default: (await import('./picture/picture-preview.tsx')).PicturePreview,
}));

/** Each family is loaded when a document of it is shown. */
const families: Readonly<Record<PreviewFamily, ComponentType<Props>>> = {
  audio: media,
  converted,
  markdown: lazy(async () => ({
    default: (await import('./text/markdown-preview.tsx')).MarkdownPreview,
  })),
  page: lazy(async () => ({ default: (await import('./page-preview.tsx')).PagePreview })),
  pdf: lazy(async () => ({ default: (await import('./pdf/pdf-preview.tsx')).PdfPreview })),
  picture,
  scan: picture,
  text: lazy(async () => ({ default: (await import('./text/text-preview.tsx')).TextPreview })),
  video: media,
};

/** Shows the main content of a document by the type of its file. Another document is another preview: nothing of the first is kept. */
export function Preview({ document }: { readonly document: Doc }) {
  const file = previewedFileOf(document);
  if (!file || (file.blob && sizeOf(file.blob) === 0))
    return <Nothing document={document} reason="empty" />;
  const Family = families[file.family];
  return (
    <Suspense fallback={<Loading />}>
      <Family
        key={`${document.uid} ${file.blob?.digest ?? document.changeToken}`}
        document={document}
        file={file}
      />
    </Suspense>
  );
}
