import { documentsOf, resultAddress } from '../../api/bulk-commands.ts';
import type { ActionContext, WholeList } from '../action.ts';
import { save } from '../downloading.ts';
import { runOnWhole } from './run-on-whole.tsx';

/** A table of the documents, which the server writes beside other work and sends once. */
export async function exportAsCsv(context: ActionContext): Promise<void> {
  const { documents, whole, folder, text } = context;
  const { status } = await runOnWhole(
    {
      action: 'csvExport',
      parameters: { schemas: ['dublincore'], lang: document.documentElement.lang },
      running: 'actions.exportCsv.running',
      isReading: true,
    },
    whole ?? listOf(documents.map(({ uid }) => uid)),
    context,
  );
  if (status.state !== 'COMPLETED') return;
  save(resultAddress(status), `${folder?.title ?? text('actions.archive')}.csv`);
}

function listOf(uids: readonly string[]): WholeList {
  return { ...documentsOf(uids), count: uids.length, isCapped: false, isTrashed: false };
}
