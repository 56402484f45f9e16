import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { meQuery, signOut, type User } from './session.ts';

/** The signed-in user; only below the shell, which shows nothing without one. */
export function useUser(): User {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('there is no session');
  return data;
}

/** Signs out and forgets everything that was read. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await signOut();
    client.setQueryData(keys.me, null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] });
  };
}
