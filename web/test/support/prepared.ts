import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/** Documents and users of a scenario, made through the API. */

export async function createDocument(
  stage: Stage,
  parent: string,
  name: string,
  type = 'File',
): Promise<string> {
  const body = { 'entity-type': 'document', type, name, properties: { 'dc:title': name } };
  const response = await stage.app.request(`POST /api/v1/path${parent}`, { body });
  expect(response.status, response.text).toBe(201);
  return response.json.uid;
}

export async function runOperation(
  stage: Stage,
  operation: string,
  {
    input,
    params = {},
    user = 'Administrator',
  }: { input?: string; params?: object; user?: string },
): Promise<void> {
  const body = { input, params };
  const response = await stage.app.request(`POST /site/automation/${operation}`, { body, user });
  expect(response.status, response.text).toBeLessThan(300);
}

/** The password is the name. */
export async function createUser(
  stage: Stage,
  username: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const properties = { username, firstName, lastName, password: username, groups: ['members'] };
  const body = { 'entity-type': 'user', id: username, properties };
  const response = await stage.app.request('POST /api/v1/user', { body });
  expect(response.status, response.text).toBe(201);
}
