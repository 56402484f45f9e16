import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isWorthRetrying, kindOf } from '../api/errors.ts';
import { keys } from '../api/keys.ts';
import { setSignedOut } from '../session/signed-out.ts';

/** Answers are used for a moment without asking again; what the user changes is asked for again at once. */
const freshMs = 15_000;

export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (kindOf(error) === 'signed-out') setSignedOut(true);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError,
      onSuccess(data, { queryKey }) {
        if (queryKey[0] === keys.me[0] && data) setSignedOut(false);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: isWorthRetrying },
      mutations: { retry: false },
    },
  });
}
