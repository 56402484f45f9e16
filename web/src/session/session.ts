import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { keys } from '../api/keys.ts';
import { request } from '../api/request.ts';
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

interface UserEntity {
  readonly id: string;
  readonly isAdministrator: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly extendedGroups?: readonly { readonly name: string }[];
}

/** Null without a session. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }): Promise<User | null> {
    try {
      return userOf(await request<UserEntity>('GET', 'api/v1/me', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'signed-out') return null;
      throw error;
    }
  },
});

function userOf({ id, isAdministrator, properties, extendedGroups = [] }: UserEntity): User {
  const text = (name: string) => String(properties[name] ?? '');
  return {
    id,
    isAdministrator,
    groups: extendedGroups.map(({ name }) => name),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
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

export type SignInProblem = 'missing' | 'wrong' | 'codeNeeded' | 'slowed' | 'failed';

/** By the query of the page that the server leads to after an attempt. */
const problems: Readonly<Record<string, SignInProblem>> = {
  loginMissing: 'missing',
  loginFailed: 'wrong',
  codeNeeded: 'codeNeeded',
  loginSlowed: 'slowed',
  connectionFailed: 'failed',
};

/** Opens a session, whose cookie scripts cannot read. Returns what went wrong. @throws ApiError */
export async function signIn({
  name,
  password,
  code,
}: Credentials): Promise<SignInProblem | undefined> {
  const form = new URLSearchParams({ user_name: name, user_password: password, user_code: code });
  form.set('requestedUrl', 'app/icon.svg');
  const response = await fetch(serverUrl('login'), { method: 'POST', body: form }).catch(() => {
    throw new ApiError({ status: 0, message: '' });
  });
  const { pathname, searchParams } = new URL(response.url);
  if (!pathname.endsWith('/login.jsp')) return response.ok ? undefined : 'failed';
  const found = Object.keys(problems).find((each) => searchParams.has(each));
  return (found && problems[found]) || 'failed';
}

export async function signOut(): Promise<void> {
  await fetch(serverUrl('logout'), {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
}
