import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

export type Token = Schemas['token'];
export type SecondFactor = Schemas['secondFactor'];
export type Connection = Schemas['nuxeoOAuth2Token'];

export const tokensQuery = queryOptions({
  queryKey: keys.list('tokens'),
  async queryFn({ signal }): Promise<readonly Token[]> {
    return (await api.GET('/api/v1/token', { signal })).entries;
  },
});

export interface NewToken {
  readonly application: string;
  /** `r` or `rw`. */
  readonly permission: string;
}

/** Returns the token, which the server does not show again. */
export async function makeToken(client: QueryClient, { application, permission }: NewToken) {
  const token = await api.POST('/api/v1/token', {
    query: { application, permission, deviceId: crypto.randomUUID() },
  });
  await changed(client, { lists: ['tokens'] });
  return String(token);
}

export async function withdrawToken(client: QueryClient, id: string): Promise<void> {
  await api.DELETE('/api/v1/token/{token}', { path: { token: id } });
  await changed(client, { lists: ['tokens'] });
}

/** Applications that the user has let work in their name. */
export const connectionsQuery = queryOptions({
  queryKey: keys.list('connections'),
  async queryFn({ signal }): Promise<readonly Connection[]> {
    const path = { kind: 'client' };
    const { entries } = await api.GET('/api/v1/oauth2/token/{kind}', { path, signal });
    // A client has a token for each sign-in; they are withdrawn together.
    return [...new Map(entries.map((each) => [each.clientId, each])).values()];
  },
});

export async function withdrawConnection(
  client: QueryClient,
  { clientId, nuxeoLogin }: Connection,
): Promise<void> {
  await api.DELETE('/api/v1/oauth2/token/{kind}/{id}/user/{username}', {
    path: { kind: 'client', id: clientId, username: nuxeoLogin },
  });
  await changed(client, { lists: ['connections'] });
}

interface OwnNames {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** @throws ApiError 403: only some users may change users, also themselves */
export async function changeNames(client: QueryClient, id: string, names: OwnNames): Promise<void> {
  await api.PUT('/api/v1/user/{rest}', {
    path: { rest: id },
    body: { 'entity-type': 'user', id, properties: { ...names } },
  });
  await client.invalidateQueries({ queryKey: keys.me });
}

const secondFactorPath = '/api/v1/me/second-factor';

export const secondFactorQuery = queryOptions({
  queryKey: keys.list('second-factor'),
  queryFn: ({ signal }): Promise<SecondFactor> => api.GET(secondFactorPath, { signal }),
});

/** Returns what an authenticator application needs. @throws ApiError 401: the password is wrong */
export async function beginSecondFactor(password: string): Promise<SecondFactor> {
  return api.POST(secondFactorPath, { body: { password } });
}

/** Returns the recovery codes, which are not shown again. The caller asks for the state afterwards. */
export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  return (await api.PUT(secondFactorPath, { body: { code } })).recoveryCodes ?? [];
}

export async function endSecondFactor(client: QueryClient, code: string): Promise<void> {
  await api.DELETE(secondFactorPath, { body: { code } });
  await secondFactorChanged(client);
}

export function secondFactorChanged(client: QueryClient): Promise<void> {
  return changed(client, { lists: ['second-factor'] });
}

/** @throws ApiError 401: the present password is wrong; 400: the new one is not good enough */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const body = { oldPassword, newPassword };
  await api.PUT('/api/v1/me/changepassword', { body });
}
