import { changed } from '../api/changes.ts';
import { createDocument, trashDocuments } from '../api/edit-documents.ts';
import type { Doc } from '../api/types.ts';
import { nameFor } from '../documents/name-of-title.ts';
import { folderPlace, isFolder, placeOf } from '../documents/places.ts';
import type { ActionContext } from './action.ts';
import { offerUndo } from './undo.ts';

interface Wanted {
  readonly folder: Doc;
  readonly type: string;
  readonly title: string;
}

/** Creates a document, and opens it unless it is a folder, which is seen in the list. */
export async function createAndOpen(
  { folder, type, title }: Wanted,
  { client, router, text }: ActionContext,
): Promise<void> {
  const created = await createDocument({ parent: folder.uid, type, title, name: nameFor(title) });
  const touched = { parents: [folder.uid], lists: ['search'] } as const;
  await changed(client, touched);
  offerUndo(text, {
    message: text('actions.create.done', { title }),
    async undo() {
      await trashDocuments([created.uid]);
      await changed(client, { ...touched, documents: [created.uid], lists: ['search', 'trash'] });
      const { pathname } = router.state.location;
      if (pathname.includes(created.uid)) await router.navigate(folderPlace(folder.path));
    },
  });
  if (!isFolder(created)) await router.navigate(placeOf(created));
}
