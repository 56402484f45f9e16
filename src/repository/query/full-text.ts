import { sql } from 'kysely';
import {
  type FulltextSearch,
  fulltextCondition,
  fulltextScore,
  type SearchedDocuments,
} from '../fulltext/condition.ts';
import { findIndexOfProperty, getFulltextIndex } from '../fulltext/fulltext-index.ts';
import { parseFulltextQuery } from '../fulltext/query-syntax.ts';
import type { CheckScope } from './check-scope.ts';
import { type Checked, type Condition, condition, selective } from './checked.ts';
import { likeTest } from './like-pattern.ts';
import { queryLimits } from './query-limits.ts';
import type { ScalarReference, SpecialReference } from './resolved.ts';
import { testItems, testScalar } from './scalar-conditions.ts';
import { hitsAlias, rowAlias, type SqlContext, targetAlias } from './sql-context.ts';
import type { ComparisonOperator, Literal, Reference } from './syntax-tree.ts';

interface FullTextComparison {
  readonly reference: SpecialReference;
  readonly operator: ComparisonOperator | 'like';
  readonly right: Literal | Reference;
}

/**
 * Full text in queries: `reference.part` is empty, `_index` or `.property`.
 *
 * @throws AppError request.invalid for another operator, an unknown index, and invalid searches
 */
export function checkFullText(
  scope: CheckScope,
  { reference: { part = '' }, operator, right }: FullTextComparison,
): Condition {
  if ((operator !== '=' && operator !== 'like') || right.kind !== 'string') {
    return scope.refuse(
      `ecm:fulltext requires = or LIKE operator, at offset ${right.offset}`,
      right.offset,
    );
  }
  if (!scope.hasFulltext) {
    return scope.refuse('Fulltext search disabled by configuration', right.offset);
  }
  const query = parseFulltextQuery(right.value);
  if (part.startsWith('.')) {
    const name = part.slice(1);
    const index = findIndexOfProperty(name);
    const property = propertyOf(name, right.offset);
    if (!index) return containing(property, scope, right);
    return searching(scope, { index, query }, right.offset);
  }
  const index = part === '' ? 'default' : getFulltextIndex(part.slice(1));
  return searching(scope, { index, query }, right.offset);
}

/** Counted over the query, as many searches cost as much as a long one. */
function refuseManyWords(scope: CheckScope, offset: number): void {
  const { searchedWordsMax } = queryLimits;
  const words = scope.searches
    .flatMap(({ query }) => query.groups)
    .flatMap(({ required, excluded }) => [...required, ...excluded])
    .reduce((sum, term) => sum + term.words.length, 0);
  if (words <= searchedWordsMax) return;
  scope.refuse(`more than ${searchedWordsMax} searched words, at offset ${offset}`, offset);
}

function searching(scope: CheckScope, search: FulltextSearch, offset: number): Condition {
  scope.searches.push(search);
  refuseManyWords(scope, offset);
  const found = condition([], (context) => {
    if (context.hits === search) return true;
    const { dialect, branch, deadlineMs } = context;
    const isTried = branch === 'proxy';
    const among = searchedBy(context);
    const columns = { idColumn: idColumn(context), commentedColumn: `${rowAlias}.id` };
    const of = { ...search, ...columns, among, isTried, deadlineMs };
    return fulltextCondition(dialect, of);
  });
  return { ...selective(found), search };
}

/** A proxy has its own permissions, independent of its target. */
export function searchedBy({ branch, readable, tree }: SqlContext): SearchedDocuments | undefined {
  return branch === 'proxy' ? undefined : { kind: branch, readable, tree };
}

/** A proxy has no own words. */
function idColumn({ branch }: SqlContext): string {
  return `${branch === 'proxy' ? targetAlias : rowAlias}.id`;
}

function propertyOf(name: string, offset: number): Reference {
  return { kind: 'reference', name, steps: [], isCastToDate: false, text: name, offset };
}

/** A property without an index is searched for the words in their order. */
function containing(
  property: Reference,
  scope: CheckScope,
  { value, offset }: Literal & { kind: 'string' },
): Condition {
  const resolved = scope.references.resolve(property);
  const words = value.split(/[\s"%*_\\]+/).filter((word) => word !== '');
  const pattern = `%${words.join('%')}%`;
  if (pattern.length > queryLimits.patternLengthMax) scope.refuse('the search is too long', offset);
  if (words.length === 0) return condition([], () => false);
  const test = likeTest(scope, { pattern, ignoresCase: true });
  if (resolved.kind === 'scalar' && resolved.type === 'string') return testScalar(resolved, test);
  if (resolved.kind === 'list' && resolved.itemType === 'string') return testItems(resolved, test);
  return scope.refuse(`ecm:fulltext.${property.text} is no string, at offset ${offset}`, offset);
}

/** The only search of a query, where every match must be one of its hits. */
export function searchToJoin(
  scope: CheckScope,
  where: Checked | undefined,
): FulltextSearch | undefined {
  if (scope.searches.length !== 1 || where === undefined) return undefined;
  if (where.kind === 'leaf') return where.isNegated ? undefined : where.search;
  if (where.kind === 'or') return undefined;
  const found = where.items.map((item) => searchToJoin(scope, item));
  return found.find((search) => search !== undefined);
}

/**
 * The score of a document for the first search of the query.
 *
 * @throws AppError request.invalid when there is none
 */
export function scoreReference(scope: CheckScope, offset: number): ScalarReference {
  const [search] = scope.searches;
  if (!search) return scope.refuse('ecm:fulltextScore cannot be used without ecm:fulltext', offset);
  return {
    kind: 'scalar',
    type: 'double',
    variables: [],
    value: (context) => {
      if (context.hits === search) return sql.ref(`${hitsAlias}.score`);
      const { dialect, deadlineMs } = context;
      return fulltextScore(dialect, { ...search, idColumn: idColumn(context), deadlineMs });
    },
  };
}
