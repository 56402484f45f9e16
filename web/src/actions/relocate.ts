import { changed } from '../api/changes.ts';
import { copyDocumentsTo, moveDocumentsTo, trashDocuments } from '../api/edit-documents.ts';
import type { Doc } from '../api/types.ts';
import { shownTitle } from '../documents/shown-title.ts';
import { documentsLeft } from '../grid/left-documents.ts';
import type { Text } from '../i18n/i18n.tsx';
import type { ChangeContext } from './action.ts';
import type { Item } from './bulk.ts';
import { changeMany } from './change-many.tsx';
import { offerUndo } from './undo.ts';

export interface Relocation {
  readonly documents: readonly Item[];
  readonly target: Pick<Doc, 'uid' | 'title' | 'path'>;
  readonly copy: boolean;
}

const idsOf = (documents: readonly Item[]) => documents.map(({ uid }) => uid);

/** Returns the documents at their new place. */
export async function relocateDocuments(
  { documents, target, copy }: Relocation,
  context: ChangeContext,
): Promise<readonly Doc[]> {
  const { done, results } = await changeMany(
    {
      documents,
      send: (some) => (copy ? copyDocumentsTo : moveDocumentsTo)(idsOf(some), target.uid),
      running: copy ? 'actions.copy.running' : 'actions.move.running',
      parents: [target.uid],
    },
    context,
  );
  if (!copy) documentsLeft(done);
  if (done.length === 0) return [];
  const { text } = context;
  offerUndo(text, {
    message: text(copy ? 'actions.copy.done' : 'actions.move.done', {
      count: done.length,
      title: done[0]?.title ?? '',
      target: shownTitle(target),
    }),
    detail: newNames(done, results, text),
    undo: copy ? () => removeCopies(results, context) : () => moveBack(done, results, context),
  });
  return results;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The server gives another name where one is taken; results are in the order of what was sent. */
function newNames(before: readonly Item[], after: readonly Doc[], text: Text): string | undefined {
  const renamed = after.filter(({ path }, at) => nameOf(path) !== nameOf(before[at]?.path ?? path));
  const [first] = renamed;
  if (!first) return undefined;
  return text('actions.renamed', { count: renamed.length, name: nameOf(first.path) });
}

/** To the folders and names that the documents had. */
async function moveBack(
  before: readonly Item[],
  after: readonly Doc[],
  context: ChangeContext,
): Promise<void> {
  const origins = Map.groupBy(before, ({ parentRef }) => parentRef ?? '');
  const names = new Map(after.map(({ uid, path }) => [uid, nameOf(path)]));
  for (const [parent, documents] of origins) {
    const same = documents.filter(({ uid, path }) => names.get(uid) === nameOf(path));
    await changeMany(
      {
        documents: same,
        send: (some) => moveDocumentsTo(idsOf(some), parent),
        running: 'actions.move.running',
        parents: after.flatMap(({ parentRef }) => parentRef ?? []),
      },
      context,
    );
    for (const each of documents.filter((other) => !same.includes(other))) {
      await moveDocumentsTo([each.uid], parent, nameOf(each.path));
    }
  }
  const touched = [...before, ...after].flatMap(({ parentRef }) => parentRef ?? []);
  await changed(context.client, { documents: idsOf(before), parents: [...new Set(touched)] });
}

async function removeCopies(copies: readonly Doc[], context: ChangeContext): Promise<void> {
  await changeMany(
    {
      documents: copies,
      send: (some) => trashDocuments(idsOf(some)),
      running: 'actions.trash.running',
    },
    context,
  );
}
