import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '../../../actions/permissions.ts';
import {
  type Attachment,
  type AttachmentEdit,
  attachmentsOf,
  changeAttachments,
} from '../../../api/attachments.ts';
import { storedValuesQuery } from '../../../api/edits.ts';
import { isGone } from '../../../api/errors.ts';
import type { Doc } from '../../../api/types.ts';
import { isSameValue } from '../../../documents/values.ts';
import { moved } from '../../../forms/list-edits.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { FileTarget } from '../../../ui/file-target.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { Empty, Unloaded } from '../../../ui/states.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import classes from './attachments.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useUploads } from './use-uploads.ts';

/** Further files of a document: they are changed at once, without a form. */
export function AttachmentsTab({ document }: { readonly document: Doc }) {
  const text = useText();
  const found = useQuery(storedValuesQuery(document.uid));
  const [announcement, setAnnouncement] = useState('');
  const change = useChange(document);
  const { uploads, add, cancel } = useUploads((sent) =>
    change((items) => [...items, ...sent.map((file) => ({ file }))]),
  );
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  const items = attachmentsOf(found.data);
  const mayChange = may(document, 'WriteProperties') && !document.isVersion;
  const remove = (item: Attachment): void => change((all) => all.filter(isNot(item)));
  const move = (item: Attachment, by: number): void => {
    change((all) => {
      const at = all.findIndex((each) => !isNot(item)(each));
      return moved(all, at, at + by);
    });
    setAnnouncement(text('document.attachmentMoved', { number: items.indexOf(item) + by + 1 }));
  };
  return (
    <FileTarget label={text('document.dropAttachments')} onDrop={mayChange ? add : undefined}>
      <div className={classes.attachments}>
        {mayChange && (
          <div>
            <FileButton icon={Plus} allowsMany onChoose={add}>
              {text('document.addAttachments')}
            </FileButton>
          </div>
        )}
        {items.length === 0 && uploads.length === 0 && (
          <Empty icon={Paperclip} title={text('document.noAttachments')} />
        )}
        {items.length > 0 && (
          <ol aria-label={text('document.attachments')} className={classes.list}>
            {items.map((item, at) => (
              <AttachmentRow
                key={keyOf(items, at)}
                attachment={item}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                onMove={mayChange ? (by) => move(item, by) : undefined}
                onRemove={(name) =>
                  openDialog((close) => (
                    <RemoveDialog name={name} onRemove={() => remove(item)} onClose={close} />
                  ))
                }
              />
            ))}
          </ol>
        )}
        <UploadRows uploads={uploads} onCancel={cancel} />
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </div>
    </FileTarget>
  );
}

function useChange(document: Doc): (edit: AttachmentEdit) => void {
  const text = useText();
  const client = useQueryClient();
  const { mutate } = useMutation({
    // One after the other: each starts from what is stored then.
    scope: { id: `attachments ${document.uid}` },
    mutationFn: (edit: AttachmentEdit) => changeAttachments(client, document, edit),
    onError: (error) => notifyError(text, error),
  });
  return mutate;
}

function isNot(item: Attachment): (each: Attachment) => boolean {
  return (each) => !isSameValue(each.file, item.file);
}

/** The same for the same file, so that its buttons keep the focus when it moves. */
function keyOf(items: readonly Attachment[], at: number): string {
  const item = items[at];
  const { digest, name } = (item?.file ?? {}) as {
    readonly digest?: string;
    readonly name?: string;
  };
  const before = items.slice(0, at).filter((each) => item && !isNot(item)(each)).length;
  return `${digest} ${name} ${before}`;
}
