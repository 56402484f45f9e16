import { useEffect, useRef } from 'react';
import type { Doc } from '../../api/types.ts';
import type { PreviewedFile } from '../previewed-file.ts';
import { safeMarkdown } from './safe-markdown.ts';
import classes from './text.module.css';
import { WithText } from './text.tsx';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

export function MarkdownPreview({ document, file }: Props) {
  return (
    <WithText document={document} file={file}>
      {(text) => <Markdown text={text} title={document.title} />}
    </WithText>
  );
}

function Markdown({ text, title }: { readonly text: string; readonly title: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(safeMarkdown(text)), [text]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the area that scrolls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <div role="group" aria-label={title} tabIndex={0} className={classes.text}>
      <div ref={place} className={classes.markdown} />
    </div>
  );
}
