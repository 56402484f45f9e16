import { queryOptions } from '@tanstack/react-query';
import type { User as UserEntity } from '../../../client/src/index.ts';
import { api, NetworkError } from '../api/client.ts';
import { kindOf } from '../api/errors.ts';
import { firstRequests } from '../api/first-requests.ts';
import { keys } from '../api/keys.ts';
import { serverUrl } from '../api/server.ts';

/** The user of the browser's session. */
export interface User {
  readonly id: string;
  readonly isAdministrator: boolean;
  readonly groups: readonly string[];
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Null without a session. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }): Promise<User | null> {
    try {
      return userOf(await firstRequests.user(api, signal));
    } catch (error) {
      if (kindOf(error) === 'signed-out') return null;
      throw error;
    }
  },
});

function userOf({ id, isAdministrator, properties, extendedGroups }: UserEntity): User {
  return {
    id,
    isAdministrator,
    groups: extendedGroups.map(({ name }) => name),
    firstName: properties.firstName ?? '',
    lastName: properties.lastName ?? '',
    email: properties.email ?? '',
  };
}

/** The name that other people read. */
export function displayName({ id, firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim() || id;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code: string;
}

export type SignInProblem = 'missing' | 'wrong' | 'codeNeeded' | 'codeWrong' | 'slowed' | 'failed';

/** By the query of the page that the server leads to after an attempt. */
const problems: Readonly<Record<string, SignInProblem>> = {
  loginMissing: 'missing',
  loginFailed: 'wrong',
  codeNeeded: 'codeNeeded',
  loginSlowed: 'slowed',
  connectionFailed: 'failed',
};

/** Opens a session, whose cookie scripts cannot read. Returns what went wrong. @throws NetworkError */
export async function signIn({
  name,
  password,
  code,
}: Credentials): Promise<SignInProblem | undefined> {
  const form = new URLSearchParams({ user_name: name, user_password: password, user_code: code });
  form.set('requestedUrl', 'app/icon.svg');
  const response = await fetch(serverUrl('login'), { method: 'POST', body: form }).catch(() => {
    throw new NetworkError();
  });
  const { pathname, searchParams } = new URL(response.url);
  if (!pathname.endsWith('/login.jsp')) return response.ok ? undefined : 'failed';
  const found = Object.keys(problems).find((each) => searchParams.has(each));
  const problem = (found && problems[found]) || 'failed';
  return problem === 'codeNeeded' && code !== '' ? 'codeWrong' : problem;
}

export async function signOut(): Promise<void> {
  await fetch(serverUrl('logout'), {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
}
