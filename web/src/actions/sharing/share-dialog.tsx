import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { rightsQuery } from '../../api/rights.ts';
import type { Doc } from '../../api/types.ts';
import { isFolder } from '../../documents/places.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, openDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ShareForm } from './share-form.tsx';
import classes from './sharing.module.css';
import { Touched } from './touched.tsx';

export function openShareDialog(documents: readonly Doc[]): void {
  openDialog((close) => <ShareDialog documents={documents} onClose={close} />);
}

interface Props {
  readonly documents: readonly Doc[];
  readonly onClose: () => void;
}

/** What can be granted on documents of any type. */
const usual = ['Read', 'ReadWrite', 'Everything'];

function ShareDialog({ documents, onClose }: Props) {
  const text = useText();
  const [first] = documents;
  const isOne = documents.length === 1;
  if (!first) return null;
  const title = isOne
    ? text('rights.shareTitle', { title: first.title })
    : text('rights.shareMany', { count: documents.length });
  return (
    <Dialog title={title} onClose={onClose}>
      {isOne ? (
        <ShareOne document={first} onClose={onClose} />
      ) : (
        <ShareForm uids={documents.map(({ uid }) => uid)} offered={usual} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ShareOne({ document, onClose }: { readonly document: Doc; readonly onClose: () => void }) {
  const rights = useQuery(rightsQuery(document));
  if (rights.isPending) return <Loading />;
  if (rights.error) {
    return <Failure error={rights.error} onRetry={() => void rights.refetch()} />;
  }
  return (
    <>
      {isFolder(document) && <Touched uid={document.uid} />}
      <ShareForm uids={[document.uid]} offered={rights.data?.offered ?? usual} onClose={onClose} />
      <DocumentLink document={document} />
    </>
  );
}

function DocumentLink({ document }: { readonly document: Doc }) {
  const text = useText();
  const link = new URL(`document/${document.uid}`, globalThis.document.baseURI).href;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link);
    notify({ text: text('rights.shareCopied') });
  };
  return (
    <div className={classes.link}>
      <TextField label={text('rights.shareLink')} value={link} isReadOnly />
      {/* Browsers have no clipboard on pages without TLS. */}
      {navigator.clipboard && (
        <Button icon={Copy} onPress={() => void copy()}>
          {text('rights.shareCopy')}
        </Button>
      )}
    </div>
  );
}
