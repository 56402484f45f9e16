import { z } from 'zod';
import { parseJson, stringifyJson } from '../base/json.ts';
import { emptyRequest, type ProviderRequest } from '../repository/search/provider-request.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';

/** The part of a request for a query that determines which documents it finds. */
export type ItemRequest = Pick<ProviderRequest, 'positional' | 'named' | 'quickFilters' | 'sort'>;

/** Where the items of a command come from. */
export type ItemSource =
  | {
      readonly kind: 'query';
      /** NXQL. */
      readonly text: string;
      readonly request: ItemRequest;
      readonly excluded: readonly string[];
    }
  | {
      readonly kind: 'provider';
      readonly name: string;
      readonly request: ItemRequest;
      readonly excluded: readonly string[];
    }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** The action has its own, see `BulkAction.items`. */
  | { readonly kind: 'action' };

const requestSchema = z.object({
  positional: z.array(z.string()),
  named: z.array(z.tuple([z.string(), z.union([z.string(), z.array(z.string())])])),
  quickFilters: z.array(z.string()),
  sort: z.array(z.object({ property: z.string(), isDescending: z.boolean() })),
});

const queried = { request: requestSchema, excluded: z.array(z.string()) };

const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), text: z.string(), ...queried }),
  z.object({ kind: z.literal('provider'), name: z.string(), ...queried }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('action') }),
]);

/** The value of the column. */
export function storedSource(source: ItemSource): string {
  if (source.kind !== 'query' && source.kind !== 'provider') return stringifyJson(source);
  const { positional, named, quickFilters, sort } = source.request;
  return stringifyJson({
    ...source,
    request: { positional, named: [...named], quickFilters, sort },
  });
}

export function readSource({ source }: Pick<BulkCommandTable, 'source'>): ItemSource {
  const stored = sourceSchema.parse(parseJson(source));
  if (stored.kind !== 'query' && stored.kind !== 'provider') return stored;
  return { ...stored, request: { ...stored.request, named: new Map(stored.request.named) } };
}

/** The part of a request for documents that counts here. */
export function itemRequestOf(request: ProviderRequest): ItemRequest {
  const { positional, named, quickFilters, sort } = request;
  return { positional, named, quickFilters, sort };
}

/** All of a request, as the search takes it. */
export function wholeRequest(request: ItemRequest): ProviderRequest {
  return { ...emptyRequest, ...request };
}
