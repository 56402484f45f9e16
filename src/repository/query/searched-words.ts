import { findIndexOfProperty } from '../fulltext/fulltext-index.ts';
import { type FulltextQuery, parseFulltextQuery } from '../fulltext/query-syntax.ts';
import type { ParsedQuery, Predicate } from './syntax-tree.ts';

/** The words of a full-text search in a query. */
export interface SearchedFulltext {
  /** The only searched property; undefined for the whole document. */
  readonly key: string | undefined;
  readonly query: FulltextQuery;
}

/** The full-text searches of a query, without negated ones, which have no matches to show. */
export function searchedFulltext({ where }: ParsedQuery): readonly SearchedFulltext[] {
  return where === undefined ? [] : searchesIn(where);
}

function searchesIn(predicate: Predicate): readonly SearchedFulltext[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.items.flatMap(searchesIn);
    case 'comparison': {
      const { left, right } = predicate;
      if (left.kind === 'reference') return searchOf(left.text, right);
      return right.kind === 'reference' ? searchOf(right.text, left) : [];
    }
    case 'like':
      return predicate.isNegated ? [] : searchOf(predicate.reference.text, predicate.pattern);
    default:
      return [];
  }
}

const fulltextName = /^ecm:fulltext(?:_(?<index>.+)|\.(?<property>.+))?$/s;

function searchOf(
  name: string,
  searched: { readonly kind: string; readonly value?: unknown },
): readonly SearchedFulltext[] {
  const match = fulltextName.exec(name);
  if (!match || searched.kind !== 'string' || typeof searched.value !== 'string') return [];
  const { index, property } = match.groups ?? {};
  return [{ key: property ?? keyOfIndex(index), query: parseFulltextQuery(searched.value) }];
}

function keyOfIndex(index: string | undefined): string | undefined {
  return ['dc:title', 'dc:description'].find((key) => findIndexOfProperty(key) === index);
}
