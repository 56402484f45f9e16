import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

export type Token = Schemas['token'];

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

/** @throws ApiError 401: the present password is wrong; 400: the new one is not good enough */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const body = { oldPassword, newPassword };
  await api.PUT('/api/v1/me/changepassword', { body });
}
