import { bindParameters, type ParameterMode } from '../query/bind-parameters.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ParsedQuery } from '../query/syntax-tree.ts';
import type { UnitContext } from '../unit/unit.ts';
import { type FilledProvider, fillProvider } from './build-query.ts';
import type { PageProvider } from './definition.ts';
import { type ProviderRequest, resolveVariables } from './provider-request.ts';
import { withSort } from './sort-keys.ts';

/** A query in a request. */
export interface QueryCall {
  readonly text: string;
  readonly request: ProviderRequest;
  readonly mode?: ParameterMode;
}

/**
 * The query with the parameters and the order of the request.
 *
 * @throws AppError request.invalid
 */
export function filledQuery(
  unit: UnitContext,
  { text, request, mode = 'quoted' }: QueryCall,
): ParsedQuery {
  const { repositoryName: repository, principal } = unit;
  const { username } = principal;
  const { positional, named, sort } = resolveVariables(request, { username, repository });
  const filled = bindParameters(text, { positional, named: Object.fromEntries(named), mode });
  return withSort(parseQuery(filled), sort);
}

/**
 * The provider filled in with the request, whose variables are resolved.
 *
 * @throws AppError request.invalid
 */
export function filledProvider(
  unit: UnitContext,
  call: { readonly provider: PageProvider; readonly request: ProviderRequest },
): { readonly request: ProviderRequest; readonly filled: FilledProvider } {
  const { repositoryName: repository, principal } = unit;
  const { username } = principal;
  const request = resolveVariables(call.request, { username, repository });
  return { request, filled: fillProvider(unit, call.provider, request) };
}
