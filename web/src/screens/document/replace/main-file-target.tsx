import { type ReactNode, useState } from 'react';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { FileTarget } from '../../../ui/file-target.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notices.tsx';
import { takesMainFile } from './main-file.ts';
import { ReplaceContext } from './replace-context.ts';

const ReplaceDialog = lazyPart(
  'overlay',
  async () => (await import('./replace-dialog.tsx')).ReplaceDialog,
);

interface Props {
  readonly document: Doc;
  readonly children: ReactNode;
}

/** A file that is dropped on a document becomes its main file, after a question. */
export function MainFileTarget({ document, children }: Props) {
  const text = useText();
  const [file, setFile] = useState<File>();
  const isOpen = takesMainFile(document);
  const choose = (files: readonly File[]): void => {
    const [first, ...others] = files;
    if (others.length > 0) notify({ text: text('document.replaceOne') });
    else setFile(first);
  };
  return (
    <ReplaceContext value={isOpen ? choose : undefined}>
      <FileTarget label={text('document.replaceDrop')} onDrop={isOpen ? choose : undefined}>
        {children}
      </FileTarget>
      {file && <ReplaceDialog document={document} file={file} onClose={() => setFile(undefined)} />}
    </ReplaceContext>
  );
}
