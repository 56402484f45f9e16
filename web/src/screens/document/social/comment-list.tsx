import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type Comment, commentsQuery } from '../../../api/comments.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { CommentItem } from './comment-item.tsx';
import classes from './comments.module.css';

interface Page {
  readonly total: number;
  readonly comments: readonly Comment[];
}

interface Props {
  readonly documentUid: string;
  readonly found: UseInfiniteQueryResult<InfiniteData<Page>>;
}

export function CommentList({ documentUid, found }: Props) {
  const text = useText();
  const comments = found.data?.pages.flatMap((page) => page.comments) ?? [];
  return (
    <>
      <ul className={classes.list}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} documentUid={documentUid} comment={comment} />
        ))}
      </ul>
      {found.error && <FormProblem error={found.error} />}
      {found.hasNextPage && (
        <Button isDisabled={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {text('social.commentsMore')}
        </Button>
      )}
    </>
  );
}

interface RepliesProps {
  readonly documentUid: string;
  readonly commentId: string;
}

/** The replies to a comment, which are asked for when they are shown. */
export function Replies({ documentUid, commentId }: RepliesProps) {
  const found = useInfiniteQuery(commentsQuery(documentUid, commentId));
  return <CommentList documentUid={documentUid} found={found} />;
}
