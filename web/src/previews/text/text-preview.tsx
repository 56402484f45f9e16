import type { Doc } from '../../api/types.ts';
import type { PreviewedFile } from '../previewed-file.ts';
import { PlainText, WithText } from './text.tsx';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

export function TextPreview({ document, file }: Props) {
  return (
    <WithText document={document} file={file}>
      {(text) => <PlainText text={text} title={document.title} />}
    </WithText>
  );
}
