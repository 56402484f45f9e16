import { expect } from 'vitest';
import type { TestApp, TestClient } from './app.ts';
import { createDocument } from './documents.ts';
import { callOperation } from './operations.ts';
import { grantAce, setAcl } from './security.ts';

const word = 'periwinkle';

/** What a user can find out of a document, each of it by another request. */
export interface Watched {
  readonly uid: string;
  readonly path: string;
  /** Readable, whatever happens to the document. */
  readonly parent: string;
}

type View = (client: TestClient, user: string, document: Watched) => Promise<boolean>;

const statusIs =
  (line: (document: Watched) => string, headers: Record<string, string> = {}): View =>
  async (client, user, document) => {
    const { status, text } = await client.request(line(document), { user, headers });
    if (status === 403) expect(text).not.toContain(word);
    else expect([200, 206, 304]).toContain(status);
    return status !== 403;
  };

const searches = (query: (document: Watched) => string): View => {
  return async (client, user, document) => {
    const text = encodeURIComponent(query(document));
    const line = `GET /api/v1/search/execute?query=${text}`;
    const { json } = await client.request(line, { user });
    expect(json.entries).toHaveLength(json.resultsCount);
    return json.resultsCount > 0;
  };
};

const lists =
  (line: (document: Watched) => string): View =>
  async (client, user, document) => {
    const { json } = await client.request(line(document), { user });
    return json.entries.some(({ uid }: { uid: string }) => uid === document.uid);
  };

const runs =
  (id: string, call: (document: Watched) => { input?: string; params?: object }): View =>
  async (client, user, document) => {
    const { status, json } = await callOperation(client, id, { ...call(document), user });
    if (status === 403) return false;
    expect(status).toBe(200);
    return json.entries === undefined ? json.uid === document.uid : json.entries.length > 0;
  };

const views: Readonly<Record<string, View>> = {
  'by id': statusIs(({ uid }) => `GET /api/v1/id/${uid}`),
  'by path': statusIs(({ path }) => `GET /api/v1/path${path}`),
  'its content': statusIs(({ uid }) => `GET /api/v1/id/${uid}/@blob/file:content`),
  'its content, which the client has': statusIs(
    ({ uid }) => `GET /api/v1/id/${uid}/@blob/file:content`,
    { 'If-None-Match': '*' },
  ),
  'a part of its content': statusIs(({ uid }) => `GET /api/v1/id/${uid}/@blob/file:content`, {
    Range: 'bytes=0-2',
  }),
  'its permissions': statusIs(({ uid }) => `GET /api/v1/id/${uid}/@acl`),
  'its log': statusIs(({ uid }) => `GET /api/v1/id/${uid}/@audit`),
  'among the children': lists(({ parent }) => `GET /api/v1/id/${parent}/@children`),
  'in the advanced content': lists(
    ({ parent }) =>
      `GET /api/v1/search/pp/advanced_document_content/execute?ecm_parentId=${parent}&ecm_trashed=false`,
  ),
  'by a query': searches(({ uid }) => `SELECT * FROM File WHERE ecm:uuid = '${uid}'`),
  'by its place': searches(({ path }) => `SELECT * FROM Document WHERE ecm:path = '${path}'`),
  'by the folder': searches(
    ({ parent, uid }) =>
      `SELECT * FROM Document WHERE ecm:ancestorId = '${parent}' AND ecm:uuid = '${uid}' ORDER BY dc:modified DESC`,
  ),
  'by a word': searches(
    ({ uid }) => `SELECT * FROM Document WHERE ecm:fulltext = '${word}' AND ecm:uuid = '${uid}'`,
  ),
  'by the operation that reads': runs('Repository.GetDocument', ({ uid }) => ({
    params: { value: uid },
  })),
  'by the operation that queries': runs('Repository.Query', ({ uid }) => ({
    params: { query: `SELECT * FROM Document WHERE ecm:uuid = '${uid}'` },
  })),
  'by the operation that lists': runs('Document.GetChildren', ({ parent }) => ({ input: parent })),
  'as content of the folder': async (client, user, { parent }) => {
    const headers = { 'enrichers.document': 'hasContent,children' };
    const { json } = await client.request(`GET /api/v1/id/${parent}`, { user, headers });
    const { hasContent, children } = json.contextParameters;
    expect(children.entries.length > 0).toBe(hasContent);
    return hasContent;
  },
};

export const waysToSee = Object.keys(views);

/** The ways by which the user sees the document. */
export async function seen(client: TestClient, user: string, document: Watched): Promise<string[]> {
  const found: string[] = [];
  for (const name of waysToSee) {
    if (await views[name]?.(client, user, document)) found.push(name);
  }
  return found;
}

/** A document that inherits nothing, in a folder that ann may read. */
export async function makeWatched(app: TestApp, name: string): Promise<Watched> {
  const { uid: parent } = await createDocument(app, { name, type: 'Folder' });
  await setAcl(app, parent, [grantAce('Administrator', 'Everything'), grantAce('ann', 'Read')]);
  const content = { name: 'a.txt', 'mime-type': 'text/plain', content: `a ${word}` };
  const properties = { 'dc:title': `the ${word} of ${name}`, 'file:content': content };
  const made = await createDocument(app, { parent, name: 'file', properties });
  await callOperation(app, 'Document.BlockPermissionInheritance', { input: made.uid });
  return { uid: made.uid, path: made.path, parent };
}
