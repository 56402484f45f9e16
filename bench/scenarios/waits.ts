import type { Effort, Figure, Scenario } from '../scenario.ts';
import { apiRoot, startWatchedCartulary } from '../servers/programs.ts';
import {
  anyFileId,
  cachedCrowd,
  cachedPostgresCrowd,
  cachedPostgresStore,
  cachedStore,
} from '../stores.ts';
import { crowdRequests } from '../waits/crowd-requests.ts';
import { type LongRequest, measureWaits } from '../waits/measure-waits.ts';
import { readingRequests } from '../waits/reading-requests.ts';

/** Of the quick run: one of each kind. */
const quickNames: ReadonlySet<string> = new Set([
  'default_search (reader)',
  'a sort by a property without index (reader)',
  'a page of 1,000 documents with everything (reader)',
  'the first list (guest)',
  'a page of 100 large notes (guest)',
]);

export const waits: Scenario = {
  name: 'waits',
  summary: 'how long a small request waits while another one takes long',
  async run(effort) {
    const files = effort.isQuick ? 100_000 : 1_000_000;
    const users = effort.isQuick ? 1_000 : 20_000;
    const small = effort.isQuick ? 20_000 : 100_000;
    return [
      ...(await onSqlite(effort, {
        folder: await cachedStore(files),
        size: `${files.toLocaleString('en')} documents`,
        requests: readingRequests(files),
      })),
      ...(await onSqlite(effort, {
        folder: await cachedCrowd(users),
        size: `${users.toLocaleString('en')} users`,
        requests: crowdRequests(users),
      })),
      ...(await onPostgres(effort, {
        store: await cachedPostgresStore(small),
        size: `${small.toLocaleString('en')} documents`,
        requests: readingRequests(small),
      })),
      ...(await onPostgres(effort, {
        store: await cachedPostgresCrowd(users),
        size: `${users.toLocaleString('en')} users`,
        requests: crowdRequests(users),
      })),
    ];
  },
};

interface Measured {
  readonly size: string;
  readonly requests: readonly LongRequest[];
}

async function onSqlite(
  effort: Effort,
  { folder, size, requests }: Measured & { readonly folder: string },
): Promise<readonly Figure[]> {
  const server = await startWatchedCartulary(folder);
  try {
    const path = `${apiRoot}/id/${await anyFileId({ folder })}`;
    const place = `SQLite, ${size}`;
    return await measureWaits({ effort, server, place, path, requests: chosen(effort, requests) });
  } finally {
    await server.stop();
  }
}

async function onPostgres(
  effort: Effort,
  {
    store,
    size,
    requests,
  }: Measured & { readonly store: Awaited<ReturnType<typeof cachedPostgresStore>> },
): Promise<readonly Figure[]> {
  const server = await startWatchedCartulary(store.folder, ['--database-url', store.url]);
  try {
    const path = `${apiRoot}/id/${await anyFileId(store)}`;
    const place = `PostgreSQL, ${size}`;
    return await measureWaits({ effort, server, place, path, requests: chosen(effort, requests) });
  } finally {
    await server.stop();
    await store.stop();
  }
}

function chosen({ isQuick }: Effort, requests: readonly LongRequest[]): readonly LongRequest[] {
  return isQuick ? requests.filter(({ name }) => quickNames.has(name)) : requests;
}
