import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isGone } from '../../api/errors.ts';
import { type TextBeginning, textBytesMax, textQuery } from '../../api/previews.ts';
import type { Doc } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Unloaded } from '../../ui/states.tsx';
import { Nothing } from '../nothing.tsx';
import { type PreviewedFile, sizeOf } from '../previewed-file.ts';
import { isBinary } from './binary-text.ts';
import classes from './text.module.css';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
  readonly children: (text: string) => ReactNode;
}

/** Reads the text of a file or a note, and says when it is only the beginning. */
export function WithText({ document, file: { blob, note }, children }: Props) {
  const isEmpty = note === undefined ? !blob || sizeOf(blob) === 0 : note.trim() === '';
  const found = useQuery({
    ...textQuery(document, 'file:content'),
    enabled: note === undefined && !isEmpty,
  });
  if (isEmpty) return <Nothing document={document} reason="empty" />;
  if (note !== undefined) return children(note);
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  if (isBinary(found.data.text)) return <Nothing document={document} reason="impossible" />;
  return (
    <>
      <Limit beginning={found.data} />
      {children(found.data.text)}
    </>
  );
}

function Limit({ beginning: { isWhole, totalBytes } }: { readonly beginning: TextBeginning }) {
  const text = useText();
  const formats = useFormats();
  if (isWhole) return null;
  return (
    <p className={classes.limit} role="note">
      {text('previews.text.beginning', {
        shown: formats.size(textBytesMax),
        size: formats.size(totalBytes),
      })}
    </p>
  );
}

/** Browsers lay out only the blocks that are near the window. */
const linesOfBlock = 200;

export function PlainText({ text, title }: { readonly text: string; readonly title: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the area that scrolls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <div role="group" aria-label={title} tabIndex={0} className={classes.text}>
      {blocksOf(text).map((block, at) => (
        <pre key={at} className={classes.block}>
          {block}
        </pre>
      ))}
    </div>
  );
}

function blocksOf(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const count = Math.ceil(lines.length / linesOfBlock);
  return Array.from({ length: count }, (_, at) =>
    lines.slice(at * linesOfBlock, (at + 1) * linesOfBlock).join('\n'),
  );
}
