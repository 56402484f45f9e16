import { changed } from '../api/changes.ts';
import { api } from '../api/client.ts';
import type { Doc } from '../api/types.ts';
import type { ActionContext } from './action.ts';

interface Relocation {
  readonly documents: readonly Doc[];
  readonly target: Pick<Doc, 'uid' | 'title'>;
  readonly copy: boolean;
}

/** Moves or copies documents into a folder. */
export async function moveDocuments(
  { documents, target, copy }: Relocation,
  { client }: Pick<ActionContext, 'client' | 'text'>,
): Promise<void> {
  const call = {
    input: `docs:${documents.map(({ uid }) => uid).join(',')}`,
    params: { target: target.uid },
  };
  await (copy ? api.operation('Document.Copy', call) : api.operation('Document.Move', call));
  const parents = documents.flatMap(({ parentRef }) => (parentRef && !copy ? [parentRef] : []));
  await changed(client, {
    documents: copy ? [] : documents.map(({ uid }) => uid),
    parents: [...new Set([...parents, target.uid])],
  });
}
