import { Download, FileQuestion, FileX, Folder } from 'lucide-react';
import { downloadUrl } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { useFormats } from '../i18n/formats.ts';
import { type MessageId, useText } from '../i18n/i18n.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Empty } from '../ui/states.tsx';
import { previewedFileOf, sizeOf } from './previewed-file.ts';

/** Why a document is not shown. */
type NothingReason = 'empty' | 'impossible' | 'broken' | 'unplayable';

const messages: Readonly<Record<NothingReason, MessageId>> = {
  empty: 'previews.empty',
  impossible: 'previews.impossible',
  broken: 'previews.broken',
  unplayable: 'previews.unplayable',
};

interface Props {
  readonly document: Doc;
  readonly reason: NothingReason;
  /** In the words of the server. */
  readonly detail?: string;
}

/** In the place of a preview: what the document is, why it is not shown, and its file. */
export function Nothing({ document, reason, detail }: Props) {
  const text = useText();
  const formats = useFormats();
  const file = previewedFileOf(document);
  const isMissing = reason === 'empty';
  const icon = isFolder(document) ? Folder : isMissing ? FileQuestion : FileX;
  const facts = file?.blob && [
    file.blob.name,
    file.blob['mime-type'],
    formats.size(sizeOf(file.blob)),
  ];
  return (
    <Empty icon={icon} title={text(isFolder(document) ? 'previews.folder' : messages[reason])}>
      {facts && <p>{facts.filter(Boolean).join(' · ')}</p>}
      {detail && <p>{detail}</p>}
      {file?.blob && (
        <LinkButton
          icon={Download}
          href={downloadUrl(document, 'file:content')}
          download={file.blob.name ?? ''}
        >
          {text('previews.download')}
        </LinkButton>
      )}
    </Empty>
  );
}
