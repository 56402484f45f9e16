import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** The workspace that each user has; the server makes it when it is asked for first. */
export const ownWorkspaceQuery = queryOptions({
  queryKey: keys.list('starts', 'own'),
  queryFn: async ({ signal }): Promise<string> => {
    const made = await api.operation('User.GetUserWorkspace', { signal });
    return made?.path ?? '';
  },
});
