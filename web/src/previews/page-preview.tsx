import { previewUrl } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { MadePreview } from './made-preview.tsx';
import classes from './preview.module.css';
import type { PreviewedFile } from './previewed-file.ts';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

/** Links open in a window of their own. Nothing runs, and the page is of no origin. */
const isolated = 'allow-popups allow-popups-to-escape-sandbox';
/** Files that are attached to a mail are loaded with the session, which nothing in the page can use: it has no scripts. */
const withFiles = `${isolated} allow-same-origin allow-downloads`;

/** HTML, mails, tables and archives: a page that the server has made of the file, without all that is active in it. */
export function PagePreview({ document, file }: Props) {
  const text = useText();
  const isMail = file.blob?.['mime-type'] === 'message/rfc822';
  return (
    <MadePreview document={document} file="">
      <iframe
        title={text('previews.page', { title: document.title })}
        src={previewUrl(document, '')}
        sandbox={isMail ? withFiles : isolated}
        referrerPolicy="no-referrer"
        className={classes.frame}
      />
    </MadePreview>
  );
}
