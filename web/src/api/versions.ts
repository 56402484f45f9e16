import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** A version of a document, as lists show it. */
export interface Version {
  readonly uid: string;
  /** Such as `1.2`. */
  readonly label: string;
  readonly comment: string;
  readonly created: string;
  /** Who made it. */
  readonly by: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The versions of a live document, the newest first. */
export function versionsQuery(liveUid: string) {
  return queryOptions({
    queryKey: keys.part(liveUid, 'versions'),
    queryFn: async ({ signal }): Promise<readonly Version[]> => {
      const [rows, makers] = await Promise.all([
        versionRows(liveUid, signal),
        makersOf(liveUid, signal),
      ]);
      return rows.map((row) => {
        const created = textOf(row, 'ecm:versionCreated');
        return {
          uid: textOf(row, 'ecm:uuid'),
          label: textOf(row, 'ecm:versionLabel'),
          comment: textOf(row, 'ecm:versionDescription'),
          created,
          by: makers.get(created) ?? textOf(row, 'dc:lastContributor'),
        };
      });
    },
  });
}

/** Documents do not have the comments of their versions; queries have. */
async function versionRows(liveUid: string, signal: AbortSignal): Promise<readonly Row[]> {
  const query = `SELECT ecm:uuid, ecm:versionLabel, ecm:versionDescription, ecm:versionCreated, dc:lastContributor
    FROM Document WHERE ecm:isVersion = 1 AND ecm:versionVersionableId = '${liveUid}'
    ORDER BY ecm:versionCreated DESC`;
  const answer: unknown = await api.operation('Repository.ResultSetQuery', {
    params: { query },
    signal,
  });
  return entriesOf(answer);
}

const makersMax = 1_000;

/** Who made the versions, by their times: a version itself has who changed the document last. */
async function makersOf(liveUid: string, signal: AbortSignal): Promise<Map<string, string>> {
  const { entries } = (await api.GET('/api/v1/id/{id}/@audit', {
    path: { id: liveUid },
    query: { eventId: ['documentCheckedIn'], pageSize: makersMax },
    signal,
  })) as Schemas['logEntries'];
  return new Map(entries.map(({ eventDate, principalName }) => [eventDate, principalName ?? '']));
}

function entriesOf(answer: unknown): readonly Row[] {
  if (typeof answer !== 'object' || answer === null || !('entries' in answer)) return [];
  return Array.isArray(answer.entries) ? answer.entries : [];
}

function textOf(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

export interface NewVersion {
  readonly increment: 'minor' | 'major';
  readonly comment: string;
}

/** Makes a version of the current state of a document. */
export async function createVersion(
  uid: string,
  { increment, comment }: NewVersion,
): Promise<void> {
  await api.operation('Document.CheckIn', { input: uid, params: { version: increment, comment } });
}

/** Gives the live document the state of one of its versions; what would be lost becomes a version first, if wanted. */
export async function restoreVersion(versionUid: string, keepsCurrent: boolean): Promise<void> {
  await api.operation('Document.RestoreVersion', {
    input: versionUid,
    params: { createVersion: keepsCurrent },
  });
}

export async function deleteVersion(versionUid: string): Promise<void> {
  await api.DELETE('/api/v1/id/{id}', { path: { id: versionUid } });
}
