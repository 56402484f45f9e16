import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { maySignOut } from './leaving.ts';
import { meQuery, signOut, type User } from './session.ts';

/** The signed-in user; only below the shell, which shows nothing without one. */
export function useUser(): User {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('there is no session');
  return data;
}

/** Signs out, unless the user changes their mind, and forgets everything that was read. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    if (!(await maySignOut())) return;
    await signOut();
    const { dropAllDrafts } = await import('./drafts.ts');
    await dropAllDrafts();
    client.setQueryData(keys.me, null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] });
  };
}
