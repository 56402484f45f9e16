import type { Schemas } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { kindOf } from './errors.ts';
import { pause } from './pause.ts';
import { type Doc, storedDocuments } from './types.ts';

export type BulkStatus = Schemas['bulkStatus'];

/** Documents by the query that finds them, however many they are. */
export interface FoundDocuments {
  /** With question marks for the parameters. */
  readonly query: string;
  readonly queryParams?: readonly string[];
}

/** Something that the server does with all documents that a query finds, beside other work. */
export interface BulkCommand extends FoundDocuments {
  readonly action: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface Watch {
  /** Aborting it ends the command on the server; what it has done stays. */
  readonly signal: AbortSignal;
  onProgress(status: BulkStatus): void;
}

const firstPauseMs = 150;
const longestPauseMs = 1_500;

/** Returns the status at the end, also of a command that was stopped. */
export async function runBulkCommand(command: BulkCommand, watch: Watch): Promise<BulkStatus> {
  const { action, query, queryParams = [], parameters = {} } = command;
  const answer: unknown = await api.operation('Bulk.RunAction', {
    params: { action, query, queryParams, parameters: JSON.stringify(parameters) },
  });
  // Answers of operations that are no documents are files.
  if (!(answer instanceof Blob)) throw new Error('the answer has no status');
  return ended(JSON.parse(await answer.text()) as BulkStatus, watch);
}

async function ended(submitted: BulkStatus, { signal, onProgress }: Watch): Promise<BulkStatus> {
  const path = { commandId: submitted.commandId };
  let status = submitted;
  let pauseMs = firstPauseMs;
  while (!isEnded(status)) {
    try {
      await pause(pauseMs, signal);
    } catch {
      return api.PUT('/api/v1/bulk/{commandId}/abort', { path });
    }
    pauseMs = Math.min(pauseMs * 1.3, longestPauseMs);
    status = (await presentStatus(path)) ?? status;
    onProgress(status);
  }
  return status;
}

function isEnded({ state }: BulkStatus): boolean {
  return state === 'COMPLETED' || state === 'ABORTED';
}

/** Undefined where the server cannot be asked now: the command goes on without that. */
async function presentStatus(path: {
  readonly commandId: string;
}): Promise<BulkStatus | undefined> {
  try {
    return await api.GET('/api/v1/bulk/{commandId}', { path });
  } catch (error) {
    if (['network', 'busy', 'signed-out'].includes(kindOf(error))) return undefined;
    throw error;
  }
}

export interface BulkProblem {
  readonly uid: string;
  /** That of the document, or its id where it cannot be read. */
  readonly title: string;
  readonly message: string;
}

/** Of very many that were refused only the first ones are shown. */
const problemsMax = 50;

/** What a command could not do, with the reasons in the words of the server. */
export async function bulkProblems(commandId: string): Promise<readonly BulkProblem[]> {
  const { entries } = await api.GET('/api/v1/bulk/{commandId}/errors', { path: { commandId } });
  const shown = entries.slice(0, problemsMax);
  if (shown.length === 0) return [];
  const titles = await titlesOf(shown.map(({ itemId }) => itemId));
  return shown.map(({ itemId, message }) => ({
    uid: itemId,
    title: titles.get(itemId) ?? itemId,
    message,
  }));
}

async function titlesOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const query = { ...documentsOf(uids), pageSize: problemsMax };
  const { entries } = storedDocuments(await api.GET('/api/v1/search/execute', { query }));
  return new Map(entries.map((each: Doc) => [each.uid, each.title]));
}

/** The query for documents that are known. */
export function documentsOf(uids: readonly string[]): { readonly query: string } {
  const ids = uids.map((uid) => `'${uid}'`).join(', ');
  return { query: `SELECT * FROM Document WHERE ecm:uuid IN (${ids})` };
}

/** The file that a command has written; it can be downloaded once. */
export function resultAddress({ commandId }: BulkStatus): string {
  return api.url('/nxbigblob/{key}', { path: { key: commandId } });
}
