import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isWorthRetrying, kindOf } from '../api/errors.ts';
import { keys } from '../api/keys.ts';
import { setSignedOut } from '../session/signed-out.ts';

/** Answers are used for a moment without asking again; what the user changes is asked for again at once. */
const freshMs = 15_000;
/** What is not shown any more is there at once for those who go back, and then let go: a day of work must not fill the tab. */
const keptMs = 60_000;

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
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => meta?.isSignIn || onError(error),
    }),
    defaultOptions: {
      queries: { staleTime: freshMs, gcTime: keptMs, retry: isWorthRetrying },
      mutations: { retry: false },
    },
  });
}
