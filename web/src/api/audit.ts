import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

export type LogEntry = Schemas['logEntries']['entries'][number];

/** Which entries of the audit are shown. Dates are days, both included. */
export interface HistoryFilter {
  readonly event: string | undefined;
  readonly user: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export const historyPageSize = 50;

/** What happened to a document, the newest first. */
export function historyQuery(uid: string, filter: HistoryFilter, page: number) {
  return queryOptions({
    queryKey: keys.part(uid, 'history', { ...filter, page }),
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/id/{id}/@audit', {
        path: { id: uid },
        query: { ...parameters(filter), pageSize: historyPageSize, currentPageIndex: page },
        signal,
      })) as Schemas['logEntries'],
  });
}

/** The days of the reader begin and end at another moment than those of the server. */
function parameters({ event, user, since, until }: HistoryFilter) {
  return {
    ...(event && { eventId: [event] }),
    ...(user && { principalName: [user] }),
    ...(since && { startEventDate: new Date(`${since}T00:00:00`).toISOString() }),
    ...(until && { endEventDate: new Date(`${until}T23:59:59.999`).toISOString() }),
  };
}

const tableRowsMax = 1_000;

/** The entries as a table for other programs. */
export async function historyTable(uid: string, filter: HistoryFilter): Promise<Blob> {
  const response = await api.send('GET', '/api/v1/id/{id}/@audit', {
    path: { id: uid },
    query: { ...parameters(filter), pageSize: tableRowsMax },
    headers: { Accept: 'text/csv' },
  });
  return response.blob();
}
