import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { addComment, commentsQuery } from '../../../api/comments.ts';
import { isGone } from '../../../api/errors.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Unloaded } from '../../../ui/states.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import classes from './comments.module.css';

/** What users say about a document, and their replies. */
export function CommentsTab({ document }: { readonly document: Doc }) {
  const text = useText();
  const client = useQueryClient();
  const { uid } = document;
  const found = useInfiniteQuery(commentsQuery(uid, uid));
  const adding = useMutation({
    mutationFn: (written: string) =>
      addComment(client, { documentUid: uid, parentId: uid, text: written }),
  });
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  const total = found.data.pages[0]?.total ?? 0;
  return (
    <section aria-labelledby="comments-title" className={classes.comments}>
      <h2 id="comments-title" aria-live="polite">
        {text('social.comments', { count: total })}
      </h2>
      <CommentForm
        label={text('social.commentNew')}
        submitLabel={text('social.commentSend')}
        sending={adding}
      />
      {total === 0 ? (
        <p className={classes.note}>{text('social.commentsNone')}</p>
      ) : (
        <CommentList documentUid={uid} found={found} />
      )}
    </section>
  );
}
