import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addComment, type Comment, deleteComment, editComment } from '../../../api/comments.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import { Replies } from './comment-list.tsx';
import classes from './comments.module.css';
import { usePersonLabel } from './use-person-label.ts';

interface Props {
  readonly documentUid: string;
  readonly comment: Comment;
}

/** A comment with what its author can do with it, and below it the replies. */
export function CommentItem({ documentUid, comment }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [mode, setMode] = useState<'read' | 'edit' | 'reply'>('read');
  const [isOpen, setIsOpen] = useState(false);
  const stop = (): void => setMode('read');
  const remove = (close: () => void) => (
    // The server cannot bring a comment back.
    <ConfirmDialog
      title={text('social.commentDelete')}
      label={text('common.delete')}
      isDangerous
      run={() => deleteComment(client, { documentUid, commentId: comment.id })}
      onClose={close}
    >
      <p>{text('social.commentDeleteMeaning', { count: comment.replies })}</p>
    </ConfirmDialog>
  );
  return (
    <li className={classes.item}>
      <CommentHead
        comment={comment}
        onReply={() => setMode('reply')}
        onEdit={() => setMode('edit')}
        onDelete={() => openDialog(remove)}
      />
      {mode === 'edit' ? (
        <EditForm documentUid={documentUid} comment={comment} onEnd={stop} />
      ) : (
        <p className={classes.text}>{comment.text}</p>
      )}
      {mode === 'reply' && (
        <ReplyForm
          documentUid={documentUid}
          comment={comment}
          onEnd={stop}
          onSent={() => setIsOpen(true)}
        />
      )}
      {comment.replies > 0 && (
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {text('social.commentReplies', { count: comment.replies })}
        </Button>
      )}
      {isOpen && comment.replies > 0 && (
        <Replies documentUid={documentUid} commentId={comment.id} />
      )}
    </li>
  );
}

interface FormProps extends Props {
  readonly onEnd: () => void;
}

function EditForm({ documentUid, comment, onEnd }: FormProps) {
  const text = useText();
  const client = useQueryClient();
  const editing = useMutation({
    mutationFn: (written: string) =>
      editComment(client, { documentUid, commentId: comment.id, text: written }),
  });
  return (
    <CommentForm
      label={text('social.commentEdit')}
      submitLabel={text('common.save')}
      initialText={comment.text}
      autoFocus
      sending={editing}
      onCancel={onEnd}
      onSent={onEnd}
    />
  );
}

function ReplyForm({
  documentUid,
  comment,
  onEnd,
  onSent,
}: FormProps & { readonly onSent: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const replying = useMutation({
    mutationFn: (written: string) =>
      addComment(client, { documentUid, parentId: comment.id, text: written }),
  });
  return (
    <CommentForm
      label={text('social.commentReply')}
      submitLabel={text('social.commentSend')}
      autoFocus
      sending={replying}
      onCancel={onEnd}
      onSent={() => {
        onEnd();
        onSent();
      }}
    />
  );
}

interface HeadProps {
  readonly comment: Comment;
  readonly onReply: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function CommentHead({ comment, onReply, onEdit, onDelete }: HeadProps) {
  const text = useText();
  const formats = useFormats();
  const me = useUser();
  const author = usePersonLabel(comment.author);
  const { created, modified } = comment;
  const isOwn = me.isAdministrator || me.id === comment.author;
  return (
    <div className={classes.head}>
      <span className={classes.author}>{author}</span>
      {created && (
        <time dateTime={created} title={formats.dateTime(created)} className={classes.note}>
          {formats.relative(created)}
        </time>
      )}
      {modified !== created && (
        <span className={classes.note}>{text('social.commentChanged')}</span>
      )}
      <span className={classes.deeds}>
        <IconButton
          icon={Reply}
          label={text('social.commentReplyTo', { author })}
          onPress={onReply}
        />
        {isOwn && (
          <>
            <IconButton
              icon={Pencil}
              label={text('social.commentEditOf', { author })}
              onPress={onEdit}
            />
            <IconButton
              icon={Trash2}
              label={text('social.commentDeleteOf', { author })}
              onPress={onDelete}
            />
          </>
        )}
      </span>
    </div>
  );
}
