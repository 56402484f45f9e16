import { changed } from '../api/changes.ts';
import { kindOf } from '../api/errors.ts';
import type { ListName } from '../api/keys.ts';
import type { Doc } from '../api/types.ts';
import type { MessageId } from '../i18n/i18n.tsx';
import { openDialog } from '../ui/dialog.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { ChangeContext } from './action.ts';
import { type BulkResult, changeInChunks, chunkSize, type Item } from './bulk.ts';
import { ProblemsDialog } from './problems-dialog.tsx';
import { showProgress } from './progress.tsx';

interface Change {
  readonly documents: readonly Item[];
  /** Does all of them or none. */
  readonly send: (documents: readonly Item[]) => Promise<readonly Doc[]>;
  /** Shown with many documents, such as "Moving 300 documents". */
  readonly running: MessageId;
  /** Folders whose lists change, besides those in which the documents are. */
  readonly parents?: readonly string[];
}

/** Lists that show documents of many folders. */
const lists: readonly ListName[] = ['search', 'trash', 'collections', 'favorites', 'tasks'];

/** Changes documents, with progress when they are many, and tells which were refused and why. */
export async function changeMany(change: Change, context: ChangeContext): Promise<BulkResult> {
  const result = await withProgress(change, context);
  const { documents, parents = [] } = change;
  const above = documents.flatMap(({ parentRef }) => parentRef ?? []);
  await changed(context.client, {
    documents: documents.map(({ uid }) => uid),
    parents: [...new Set([...above, ...parents])],
    lists,
  });
  tellProblems(result, context);
  return result;
}

function endsAll(error: unknown): boolean {
  return ['network', 'signed-out', 'busy'].includes(kindOf(error));
}

async function withProgress(
  { documents, send, running }: Change,
  { text }: ChangeContext,
): Promise<BulkResult> {
  if (documents.length <= chunkSize) return changeInChunks({ documents, send, endsAll });
  const stop = new AbortController();
  const progress = showProgress({
    label: text(running, { count: documents.length }),
    total: documents.length,
    onStop: () => stop.abort(),
  });
  try {
    const { signal } = stop;
    return await changeInChunks({ documents, send, endsAll, signal, onProgress: progress.report });
  } finally {
    progress.end();
  }
}

function tellProblems(result: BulkResult, { text }: ChangeContext): void {
  const { done, refused, left } = result;
  if (refused.length + left.length === 0) return;
  const [only] = refused;
  if (only && refused.length === 1 && done.length + left.length === 0) {
    notifyError(text, only.error);
    return;
  }
  openDialog((close) => <ProblemsDialog result={result} onClose={close} />);
}
