import type { TestApp, TestRequest, TestResponse } from './app.ts';
import { createDocument, createUser, workspaces } from './documents.ts';
import { denyAll, grantAce, setAcl } from './security.ts';

/** `GET /api/v1/…` with its query parameters, which may repeat. */
export function get(
  app: TestApp,
  path: string,
  params: Readonly<Record<string, string | number | readonly string[]>> = {},
  options: TestRequest = {},
): Promise<TestResponse> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  const text = query.size === 0 ? '' : `?${query}`;
  return app.request(`GET /api/v1${path}${text}`, options);
}

/** Last names of the paths of a documents entity. */
export function namesOf({ json }: TestResponse): string[] {
  return json.entries.map(({ path }: { path: string }) => path.split('/').at(-1));
}

/** Documents for searches: some that all users may read, and others that a reader may not. */
export interface SearchFolder {
  readonly folderId: string;
  readonly path: string;
  /** Hidden from `reader`. */
  readonly closedId: string;
}

const natures = ['report', 'report', 'memo', 'memo', 'memo', 'report'];
const subjects = [['art/music'], ['art/music', 'society'], ['society'], [], ['art'], []];

/**
 * A folder with the files f0 … f5 and a subfolder, another one closed to `reader` with c0 and c1, and
 * the users `reader` and `stranger`.
 */
export async function fillSearchFolder(app: TestApp): Promise<SearchFolder> {
  await createUser(app, 'reader');
  await createUser(app, 'stranger');
  await addNature(app, 'secret');
  const top = await createDocument(app, {
    name: 'found',
    type: 'Folder',
    properties: titled('top'),
  });
  for (const [at, nature] of natures.entries()) {
    const properties = {
      ...titled(`File ${at}`),
      'dc:nature': nature,
      'dc:subjects': subjects[at],
      'dc:issued': `2026-0${at + 1}-15T00:00:00Z`,
      'file:content': { data: 'x'.repeat(10), name: `f${at}.txt` },
    };
    await createDocument(app, { parent: top.uid, name: `f${at}`, properties });
  }
  await createDocument(app, {
    parent: top.uid,
    name: 'sub',
    type: 'Folder',
    properties: titled('Sub'),
  });
  const closed = await createDocument(app, {
    parent: top.uid,
    name: 'closed',
    type: 'Folder',
    properties: titled('Closed'),
  });
  for (const name of ['c0', 'c1']) {
    const properties = { ...titled(name), 'dc:nature': 'secret', 'dc:subjects': ['society'] };
    await createDocument(app, { parent: closed.uid, name, properties });
  }
  await setAcl(app, top.uid, [
    grantAce('reader', 'Read'),
    grantAce('Administrator', 'Everything'),
    denyAll,
  ]);
  await setAcl(app, closed.uid, [grantAce('Administrator', 'Everything'), denyAll]);
  const path = `${workspaces.replace('/api/v1/path', '')}/found`;
  return { folderId: top.uid, path, closedId: closed.uid };
}

async function addNature(app: TestApp, id: string): Promise<void> {
  const body = { 'entity-type': 'directoryEntry', properties: { id, label: id } };
  const { status, text } = await app.request('POST /api/v1/directory/nature', { body });
  if (status !== 201) throw new Error(`${status}: ${text}`);
}

function titled(title: string): object {
  return { 'dc:title': title };
}
