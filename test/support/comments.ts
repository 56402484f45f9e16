import type { TestApp, TestClient, TestRequest, TestResponse } from './app.ts';
import { createDocument } from './documents.ts';
import { denyAll, grantAce, setAcl } from './security.ts';

/** Comments a document or replies to a comment; fails the test unless it is 201. */
export async function comment(
  app: TestClient,
  id: string,
  text: string,
  options: TestRequest & { readonly more?: object } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
): Promise<any> {
  const response = await postComment(app, id, { text, ...options.more }, options);
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  return response.json;
}

export function postComment(
  app: TestClient,
  id: string,
  members: object,
  options: TestRequest = {},
): Promise<TestResponse> {
  const body = { 'entity-type': 'comment', ...members };
  return app.request(`POST /api/v1/id/${id}/@comment`, { ...options, body });
}

/** A document that the readers may read, one user has Everything on, and no other user sees. */
export async function createShared(
  app: TestApp,
  input: Parameters<typeof createDocument>[1],
  { readers, owner }: { readonly readers: readonly string[]; readonly owner?: string },
): Promise<string> {
  const { uid } = await createDocument(app, input);
  const grants = readers.map((name) => grantAce(name, 'Read'));
  const own = owner === undefined ? [] : [grantAce(owner, 'Everything')];
  await setAcl(app, uid, [...grants, ...own, denyAll]);
  return uid;
}
