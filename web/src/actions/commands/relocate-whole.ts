import type { Doc } from '../../api/types.ts';
import { shownTitle } from '../../documents/shown-title.ts';
import { documentsLeft } from '../../grid/left-documents.ts';
import { notify } from '../../ui/notices.tsx';
import type { ActionContext, WholeList } from '../action.ts';
import { automation, runOnWhole } from './run-on-whole.tsx';

interface Relocation {
  readonly whole: WholeList;
  readonly target: Doc;
  readonly copy: boolean;
}

/** Moves or copies all of a list to a folder. */
export async function relocateWhole(
  { whole, target, copy }: Relocation,
  context: Pick<ActionContext, 'documents' | 'client' | 'text'>,
): Promise<void> {
  const { text } = context;
  const { done } = await runOnWhole(
    {
      ...automation(copy ? 'Document.Copy' : 'Document.Move', { target: target.uid }),
      running: copy ? 'actions.copy.running' : 'actions.move.running',
    },
    whole,
    context,
  );
  if (done === 0) return;
  if (!copy) documentsLeft(context.documents);
  const values = {
    count: done,
    title: context.documents[0]?.title ?? '',
    target: shownTitle(target),
  };
  notify({ text: text(copy ? 'actions.copy.done' : 'actions.move.done', values) });
}
