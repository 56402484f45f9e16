import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocument, storedDocuments } from './types.ts';

export interface Publication {
  /** What the section shows. */
  readonly proxy: Doc;
  readonly section: { readonly title: string; readonly path: string };
  readonly version: string;
  /** When it was issued. */
  readonly issued: string | undefined;
  /** Whether it waits until a user who may publish there publishes it. */
  readonly isWaiting: boolean;
}

const shown = {
  properties: 'dublincore,uid',
  'enrichers.document': 'permissions,acls,breadcrumb',
  'fetch.document': 'versionLabel',
} as const;

/** Where a document is published, as far as the user can see it. */
export function publicationsQuery({ uid, versionableId: series = uid }: Doc) {
  return queryOptions({
    queryKey: keys.part(uid, 'publications'),
    async queryFn({ signal }): Promise<readonly Publication[]> {
      const query = `SELECT * FROM Document WHERE ecm:isProxy = 1 AND ecm:proxyVersionableId = '${series}' AND ecm:isTrashed = 0`;
      const page = await api.GET('/api/v1/search/lang/NXQL/execute', {
        query: { query, pageSize: 200 },
        headers: shown,
        signal,
      });
      return storedDocuments(page).entries.map(publicationOf);
    },
  });
}

function publicationOf(proxy: Doc): Publication {
  const { breadcrumb, acls } = proxy.contextParameters;
  const issued = proxy.properties['dc:issued'];
  return {
    proxy,
    section: sectionOf(proxy.path, breadcrumb),
    version: proxy.versionLabel ?? '',
    issued: typeof issued === 'string' ? issued : undefined,
    isWaiting: Array.isArray(acls) && acls.some(({ name }) => name === waitingList),
  };
}

/** The list of entries that hides a publication until it is approved. */
const waitingList = 'publication';

function sectionOf(path: string, breadcrumb: unknown): Publication['section'] {
  const parent = path.slice(0, path.lastIndexOf('/')) || '/';
  const entries: unknown =
    typeof breadcrumb === 'object' && breadcrumb !== null && 'entries' in breadcrumb
      ? breadcrumb.entries
      : [];
  const above = (Array.isArray(entries) ? entries : []).map(storedDocument);
  const title = above.find((each) => each.path === parent)?.title;
  return { title: title ?? parent, path: parent };
}

export interface Section {
  readonly uid: string;
  readonly title: string;
  readonly path: string;
  /** Otherwise the user can ask for it only. */
  readonly mayPublish: boolean;
}

/** Sections whose titles begin with a text, where the user may publish or ask for it. */
export async function findSections(text: string, signal: AbortSignal): Promise<readonly Section[]> {
  const page = await api.GET('/api/v1/search/pp/{name}/execute', {
    path: { name: 'publish_space_suggestion' },
    query: { queryParams: [text] },
    headers: { 'enrichers.document': 'permissions', properties: 'dublincore' },
    signal,
  });
  return storedDocuments(page).entries.flatMap(({ uid, title, path, contextParameters }) => {
    const { permissions } = contextParameters;
    const names: readonly unknown[] = Array.isArray(permissions) ? permissions : [];
    const mayPublish = names.includes('AddChildren');
    if (!mayPublish && !names.includes('CanAskForPublishing')) return [];
    return [{ uid, title, path, mayPublish }];
  });
}

/** A version of the document as it is now is shown in the sections, in the place of what is there of it. */
export async function publish(
  client: QueryClient,
  uid: string,
  sections: readonly string[],
): Promise<void> {
  const params = { target: [...sections] };
  await api.operation('Document.PublishToSections', { input: uid, params });
  await changed(client, { documents: [uid] });
}

export async function unpublish(client: QueryClient, uid: string, proxy: string): Promise<void> {
  await api.DELETE('/api/v1/id/{id}', { path: { id: proxy } });
  await changed(client, { documents: [uid] });
}

/** Makes a publication that waits visible for all who may read the section. */
export async function approvePublication(
  client: QueryClient,
  uid: string,
  proxy: Doc,
): Promise<void> {
  const params = { target: [proxy.parentRef ?? ''] };
  await api.operation('Document.PublishToSections', { input: proxy.uid, params });
  await changed(client, { documents: [uid] });
}
