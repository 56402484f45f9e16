import type { TestClient, TestRequest, TestResponse } from './app.ts';

export const workspaces = '/api/v1/path/default-domain/workspaces';

/** Creates a document and returns its entity; fails the test unless it is 201. */
export async function createDocument(
  app: TestClient,
  input: { parent?: string; name: string; type?: string; properties?: object },
  options: TestRequest = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
): Promise<any> {
  const response = await postDocument(app, input, options);
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  return response.json;
}

export function postDocument(
  app: TestClient,
  input: { parent?: string; name: string; type?: string; properties?: object },
  options: TestRequest = {},
): Promise<TestResponse> {
  const { parent, name, type = 'File', properties = {} } = input;
  const body = { 'entity-type': 'document', name, type, properties };
  const target = parent === undefined ? workspaces : `/api/v1/id/${parent}`;
  return app.request(`POST ${target}`, { body, ...options });
}

export async function createUser(
  app: TestClient,
  username: string,
  groups: readonly string[] = [],
): Promise<void> {
  const properties = { username, password: username, groups };
  const body = { 'entity-type': 'user', id: '', properties };
  const response = await app.request('POST /api/v1/user', { body });
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
}
