import { changed } from '../api/changes.ts';
import { showTitle } from '../api/children.ts';
import { readTitle, setTitle } from '../api/edit-documents.ts';
import { kindOf } from '../api/errors.ts';
import type { Doc } from '../api/types.ts';
import type { ChangeContext } from './action.ts';
import { offerUndo } from './undo.ts';

/** Another user has given the document a title since it was shown. */
export class TitleConflict extends Error {
  override readonly name = 'TitleConflict';
  readonly theirs: Doc;

  constructor(theirs: Doc) {
    super(theirs.title);
    this.theirs = theirs;
  }
}

/** Changes of other properties are no obstacle. @throws TitleConflict */
async function saveTitle(document: Doc, title: string): Promise<Doc> {
  try {
    return await setTitle(document, title);
  } catch (error) {
    if (kindOf(error) !== 'conflict') throw error;
    const theirs = await readTitle(document.uid);
    if (theirs.title !== document.title) throw new TitleConflict(theirs);
    return setTitle(theirs, title);
  }
}

async function saveAndShow(document: Doc, title: string, { client }: ChangeContext): Promise<Doc> {
  const saved = await saveTitle(document, title);
  showTitle(client, saved);
  void changed(client, {
    documents: [document.uid],
    parents: document.parentRef === null ? [] : [document.parentRef],
    lists: ['search', 'collections', 'favorites', 'tasks'],
  });
  return saved;
}

/** Gives a document another title, and offers to undo it. @throws TitleConflict */
export async function renameDocument(
  document: Doc,
  title: string,
  context: ChangeContext,
): Promise<void> {
  const saved = await saveAndShow(document, title, context);
  offerUndo(context.text, {
    message: context.text('actions.rename.done', { before: document.title, title }),
    async undo() {
      await saveAndShow(saved, document.title, context);
    },
  });
}
