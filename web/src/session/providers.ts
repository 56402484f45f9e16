import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

interface Provider {
  readonly name: string;
  readonly label: string;
  /** Where a sign-in there begins, and ends at an address of this server. */
  addressFor(target: string): string;
}

/** Other servers at which users can sign in. */
export const providersQuery = queryOptions({
  queryKey: keys.fixed('identity-providers'),
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }): Promise<readonly Provider[]> {
    const { entries } = await api.GET('/login/oidc', { signal });
    return entries.map(({ name, label, url }) => ({
      name,
      label,
      addressFor: (requestedUrl) => `${url}?${new URLSearchParams({ requestedUrl })}`,
    }));
  },
});

const parameter = 'signInProblem';

/** Why a provider has sent the browser back without a session. */
export type ProviderProblem = 'refused' | 'away';

function takeProblem(): ProviderProblem | undefined {
  const address = new URL(location.href);
  const problem = address.searchParams.get(parameter);
  if (problem === null) return undefined;
  address.searchParams.delete(parameter);
  history.replaceState(history.state, '', address);
  return problem === 'away' ? 'away' : 'refused';
}

/** Read once, before the router does: it is no part of the address that the user wanted. */
export const providerProblem = takeProblem();
