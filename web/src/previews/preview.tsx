import type { ComponentType } from 'react';
import type { Doc } from '../api/types.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
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

const converted = lazyPart(
  'part',
  async () => (await import('./converted-preview.tsx')).ConvertedPreview,
);
const media = lazyPart('part', async () => (await import('./media.tsx')).Media);
const picture = lazyPart(
  'part',
  async () => (await import('./picture/picture-preview.tsx')).PicturePreview,
);

/** Each family is loaded when a document of it is shown. */
const families: Readonly<Record<PreviewFamily, ComponentType<Props>>> = {
  audio: media,
  converted,
  markdown: lazyPart(
    'part',
    async () => (await import('./text/markdown-preview.tsx')).MarkdownPreview,
  ),
  page: lazyPart('part', async () => (await import('./page-preview.tsx')).PagePreview),
  pdf: lazyPart('part', async () => (await import('./pdf/pdf-preview.tsx')).PdfPreview),
  picture,
  scan: picture,
  text: lazyPart('part', async () => (await import('./text/text-preview.tsx')).TextPreview),
  video: media,
};

/** Shows the main content of a document by the type of its file. Another document is another preview: nothing of the first is kept. */
export function Preview({ document }: { readonly document: Doc }) {
  const file = previewedFileOf(document);
  if (!file || (file.blob && sizeOf(file.blob) === 0))
    return <Nothing document={document} reason="empty" />;
  const Family = families[file.family];
  return (
    <Family
      key={`${document.uid} ${file.blob?.digest ?? document.changeToken}`}
      document={document}
      file={file}
    />
  );
}
