import { Download, Maximize2, Minimize2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { downloadUrl } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { IconLink } from '../ui/link-button.tsx';
import bar from './bar.module.css';
import { Preview } from './preview.tsx';
import classes from './preview-pane.module.css';
import { previewedFileOf, sizeOf } from './previewed-file.ts';
import { useOnlyElement } from './use-full-screen.ts';

interface Props {
  readonly document: Doc;
  readonly isFull: boolean;
  readonly onFullChange: (isFull: boolean) => void;
  /** Such as where the document is in a list. */
  readonly children?: ReactNode;
  /** What can be done with the file beside looking at it. */
  readonly tools?: ReactNode;
}

/** The preview of a document with what can be done with it; it can fill the screen. */
export function PreviewPane({ document, isFull, onFullChange, children, tools }: Props) {
  const text = useText();
  const formats = useFormats();
  const pane = useRef<HTMLElement>(null);
  useOnlyElement(pane, isFull);
  const blob = previewedFileOf(document)?.blob;
  const name = blob?.name ?? document.title;
  return (
    <section
      ref={pane}
      aria-label={text('previews.title')}
      className={`${classes.pane} ${isFull ? classes.full : ''}`}
    >
      <div className={bar.bar}>
        {children}
        <span className={classes.name}>{name}</span>
        {blob && <span className={classes.size}>{formats.size(sizeOf(blob))}</span>}
        {tools}
        {blob && (
          <IconLink
            icon={Download}
            label={text('previews.download')}
            href={downloadUrl(document, 'file:content')}
            download={blob.name ?? ''}
          />
        )}
        <IconButton
          icon={isFull ? Minimize2 : Maximize2}
          label={text(isFull ? 'previews.leaveFull' : 'previews.full')}
          onPress={() => onFullChange(!isFull)}
        />
      </div>
      <div className={classes.content}>
        <Preview document={document} />
      </div>
    </section>
  );
}
