import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

export interface Comment {
  readonly id: string;
  /** The document, or the comment that is replied to. */
  readonly parentId: string;
  readonly author: string;
  readonly text: string;
  readonly created: string | undefined;
  readonly modified: string | undefined;
  readonly replies: number;
}

interface CommentsPage {
  readonly total: number;
  readonly comments: readonly Comment[];
}

const pageSize = 20;
/** Comments of others are shown without a reload. */
const refreshMs = 20_000;

/** The comments on a document, or the replies to a comment; the newest first. */
export function commentsQuery(documentUid: string, parentId: string) {
  return infiniteQueryOptions({
    queryKey: keys.part(documentUid, 'comments', parentId),
    refetchInterval: refreshMs,
    initialPageParam: 0,
    async queryFn({ pageParam, signal }): Promise<CommentsPage> {
      const answer = await api.GET('/api/v1/id/{id}/@comment/{commentId}', {
        path: { id: parentId, commentId: '' },
        query: { pageSize, currentPageIndex: pageParam },
        headers: { 'fetch.comment': 'repliesSummary' },
        signal,
      });
      if (answer['entity-type'] !== 'comments') throw new Error('the answer has no comments');
      return { total: answer.totalSize, comments: answer.entries.map(commentOf) };
    },
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length : undefined,
  });
}

interface CommentEntity {
  readonly id: string;
  readonly parentId: string;
  readonly author: string | null;
  readonly text: string | null;
  readonly creationDate: string | null;
  readonly modificationDate: string | null;
  readonly numberOfReplies?: number | undefined;
}

function commentOf(entity: CommentEntity): Comment {
  return {
    id: entity.id,
    parentId: entity.parentId,
    author: entity.author ?? '',
    text: entity.text ?? '',
    created: entity.creationDate ?? undefined,
    modified: entity.modificationDate ?? undefined,
    replies: entity.numberOfReplies ?? 0,
  };
}

interface Addressed {
  readonly documentUid: string;
  readonly commentId: string;
}

/** On a document, or a reply to a comment. */
export async function addComment(
  client: QueryClient,
  { documentUid, parentId, text }: { documentUid: string; parentId: string; text: string },
): Promise<void> {
  await api.POST('/api/v1/id/{id}/@comment', {
    path: { id: parentId },
    body: { 'entity-type': 'comment', text },
  });
  await commentsChanged(client, documentUid);
}

export async function editComment(
  client: QueryClient,
  { documentUid, commentId, text }: Addressed & { readonly text: string },
): Promise<void> {
  await api.PUT('/api/v1/id/{id}/@comment/{commentId}', {
    path: { id: documentUid, commentId },
    body: { 'entity-type': 'comment', text },
  });
  await commentsChanged(client, documentUid);
}

/** With the replies to it. */
export async function deleteComment(
  client: QueryClient,
  { documentUid, commentId }: Addressed,
): Promise<void> {
  await api.DELETE('/api/v1/id/{id}/@comment/{commentId}', {
    path: { id: documentUid, commentId },
  });
  await commentsChanged(client, documentUid);
}

function commentsChanged(client: QueryClient, documentUid: string): Promise<void> {
  return changed(client, { documents: [documentUid] });
}
