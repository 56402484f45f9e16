import {
  type BulkCommand,
  type BulkStatus,
  bulkProblems,
  runBulkCommand,
} from '../../api/bulk-commands.ts';
import { changedAnywhere } from '../../api/changes.ts';
import type { MessageId } from '../../i18n/i18n.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import type { ChangeContext, WholeList } from '../action.ts';
import { showProgress } from '../progress.tsx';
import { CommandProblems } from './command-problems.tsx';

/** What the server is to do with each document of a list. */
export interface WholeChange extends Pick<BulkCommand, 'action' | 'parameters'> {
  /** Such as "Moving 300 documents". */
  readonly running: MessageId;
  /** Nothing is changed by it. */
  readonly isReading?: boolean;
}

export interface WholeResult {
  readonly status: BulkStatus;
  readonly done: number;
}

/** Runs a command on all of a list with its progress, and tells what was refused and why. */
export async function runOnWhole(
  { running, isReading = false, ...command }: WholeChange,
  { query, queryParams = [], count }: WholeList,
  { client, text }: ChangeContext,
): Promise<WholeResult> {
  const stop = new AbortController();
  const progress = showProgress({
    label: text(running, { count }),
    total: count,
    onStop: () => stop.abort(),
  });
  try {
    const status = await runBulkCommand(
      { ...command, query, queryParams },
      { signal: stop.signal, onProgress: ({ processed }) => progress.report(processed) },
    );
    if (!isReading) await changedAnywhere(client);
    const result = { status, done: status.processed - status.errorCount - status.skipCount };
    await tellProblems(result);
    return result;
  } finally {
    progress.end();
  }
}

async function tellProblems({ status, done }: WholeResult): Promise<void> {
  const { state, errorCount, errorMessage, commandId, total, processed } = status;
  if (errorMessage !== undefined && errorCount === 0) throw new Error(errorMessage);
  if (errorCount === 0 && state === 'COMPLETED') return;
  const problems = errorCount > 0 ? await bulkProblems(commandId) : [];
  openDialog((close) => (
    <CommandProblems
      done={done}
      refused={errorCount}
      left={Math.max(0, total - processed)}
      problems={problems}
      onClose={close}
    />
  ));
}

/** Administrators have actions of their own for some operations, which do many documents in one transaction. */
export function actionOf(
  operationId: string,
  own: Pick<BulkCommand, 'action' | 'parameters'>,
  isAdministrator: boolean,
): Pick<BulkCommand, 'action' | 'parameters'> {
  return isAdministrator ? own : automation(operationId);
}

export function automation(operationId: string, parameters: Record<string, unknown> = {}) {
  return { action: 'automation', parameters: { operationId, parameters } };
}
