import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ItemRows } from '../../storage/json-sql.ts';
import type { Checked, Leaf } from './checked.ts';
import type { Refuse } from './query-error.ts';
import { queryLimits } from './query-limits.ts';
import type { Variable } from './resolved.ts';
import { rowColumn, type SqlContext, timeCheck } from './sql-context.ts';

/** SQL that is true for the rows that match, or a boolean if it is constant. */
type CompiledCondition = RawBuilder<SqlBool> | boolean;

/**
 * A wildcard ranges over the items of its list, or over one null when that is empty; a document
 * matches when some choice of items makes the whole predicate true. That choice distributes over
 * OR, and over AND where the parts share no wildcard, so each EXISTS is as small as possible.
 */
export function compileCondition(
  context: SqlContext,
  node: Checked,
  refuse: Refuse,
): CompiledCondition {
  if (node.kind === 'leaf') return compileLeaf(context, node, refuse);
  if (node.kind === 'or') {
    return joined(
      context,
      'or',
      node.items.map((item) => compileCondition(context, item, refuse)),
    );
  }
  const groups = connected(
    node.items.map((item) => ({ item, free: freeVariables(context, item) })),
  );
  return joined(
    context,
    'and',
    groups.map((group) => compileGroup(context, group, refuse)),
  );
}

interface Part {
  readonly item: Checked;
  readonly free: ReadonlyMap<string, Variable>;
}

/** Parts of an AND with common wildcards must be true for the same items. */
function compileGroup(
  context: SqlContext,
  parts: readonly Part[],
  refuse: Refuse,
): CompiledCondition {
  const all = (inner: SqlContext): CompiledCondition =>
    joined(
      inner,
      'and',
      parts.map(({ item }) => compileCondition(inner, item, refuse)),
    );
  const shared = new Map<string, Variable>();
  for (const [at, { free }] of parts.entries()) {
    for (const [key, variable] of free) {
      if (parts.some((other, index) => index > at && other.free.has(key)))
        shared.set(key, variable);
    }
  }
  return shared.size === 0 ? all(context) : forSome(context, { variables: shared, refuse }, all);
}

function compileLeaf(context: SqlContext, leaf: Leaf, refuse: Refuse): CompiledCondition {
  const byKeys = leaf.isNegated ? undefined : leaf.byKeys?.condition(context);
  if (byKeys) return byKeys;
  const free = freeVariables(context, leaf);
  if (free.size === 0) return decided(context, leaf);
  return forSome(context, { variables: free, refuse }, (inner) => decided(inner, leaf));
}

/** Unknown is not a match, also when negated. */
function decided(context: SqlContext, leaf: Leaf): CompiledCondition {
  const rendered = leaf.render(context, leaf.isNegated);
  if (rendered === null) return false;
  if (typeof rendered === 'boolean') return rendered !== leaf.isNegated;
  return leaf.isNegated ? sql`not (${rendered})` : rendered;
}

function freeVariables(context: SqlContext, node: Checked): Map<string, Variable> {
  const found = new Map<string, Variable>();
  const visit = (variable: Variable): void => {
    if (variable.parent) visit(variable.parent);
    if (!context.aliases.has(variable.key)) found.set(variable.key, variable);
  };
  const walk = (inner: Checked): void => {
    if (inner.kind === 'leaf') inner.variables.forEach(visit);
    else inner.items.forEach(walk);
  };
  walk(node);
  return found;
}

/** Groups of parts that are connected by common wildcards. */
function connected(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups: { parts: Part[]; keys: Set<string> }[] = [];
  for (const part of parts) {
    const tied = groups.filter(({ keys }) => [...part.free.keys()].some((key) => keys.has(key)));
    const merged = {
      parts: [...tied.flatMap((group) => group.parts), part],
      keys: new Set([...tied.flatMap((group) => [...group.keys]), ...part.free.keys()]),
    };
    for (const group of tied) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map((group) => group.parts);
}

function forSome(
  context: SqlContext,
  { variables, refuse }: { variables: ReadonlyMap<string, Variable>; refuse: Refuse },
  inside: (inner: SqlContext) => CompiledCondition,
): CompiledCondition {
  if (variables.size > queryLimits.correlatedWildcardsMax) {
    const max = queryLimits.correlatedWildcardsMax;
    return refuse(`more than ${max} wildcards depend on each other`, 0);
  }
  const inner = withVariables(context, variables.values());
  const condition = inside(inner);
  if (typeof condition === 'boolean') return condition;
  const checks = [...variables.values()].flatMap(({ key, source }) =>
    timeCheck(inner, source.order(inner, inner.aliases.get(key) ?? key)),
  );
  return sql`exists (select 1 from (select 1) as one ${itemJoins(inner, variables.values())}
    where ${sql.join([...checks, condition], sql` and `)})`;
}

/** The context with separate aliases for the items of the wildcards. */
export function withVariables(context: SqlContext, variables: Iterable<Variable>): SqlContext {
  const aliases = new Map(context.aliases);
  for (const { key } of variables) if (!aliases.has(key)) aliases.set(key, `e${aliases.size}`);
  return { ...context, aliases };
}

/** Joins the items, one null for an empty list unless those are skipped. Parents come first. */
export function itemJoins(
  context: SqlContext,
  variables: Iterable<Variable>,
  skipsEmptyLists = false,
): RawBuilder<unknown> {
  const rows = [...variables].flatMap((variable): readonly ItemRows[] => {
    const alias = context.aliases.get(variable.key) ?? variable.key;
    return variable.source.rows(context, alias);
  });
  const kind = skipsEmptyLists ? sql`join` : sql`left join`;
  const joins = rows.map(({ from, on }) => sql`${kind} ${from} on ${on}`);
  return joins.length === 0 ? sql`` : sql.join(joins, sql` `);
}

/** As a balanced tree: SQLite bounds the depth of an expression. */
function joined(
  context: SqlContext,
  kind: 'and' | 'or',
  parts: readonly CompiledCondition[],
): CompiledCondition {
  const decisive = kind === 'or';
  if (parts.includes(decisive)) return decisive;
  const open = parts.filter((part) => typeof part !== 'boolean');
  if (open.length === 0) return !decisive;
  const operator = kind === 'or' ? sql`or` : sql`and`;
  return balanced(operator, open.length > manyParts ? timed(context, operator, open) : open);
}

/** This many conditions of one row may take long, so the time is checked among them. */
const manyParts = 64;
/** Fewer where each may decompress the whole document again. */
const partsAtOnce = 32;
const unpackedPartsAtOnce = 8;

/**
 * PostgreSQL checks its time limit between rows, and in each sleep, even one until a past instant.
 * Each check must differ, as the planner factors out common parts of alternatives.
 */
function interruptible(at: number): RawBuilder<SqlBool> {
  return sql`pg_sleep(${sql.lit(-at)}) is not null`;
}

function timed(
  context: SqlContext,
  operator: RawBuilder<unknown>,
  parts: readonly RawBuilder<SqlBool>[],
): readonly RawBuilder<SqlBool>[] {
  const { dialect } = context;
  const checksAt = (at: number): readonly RawBuilder<SqlBool>[] =>
    dialect.runsInProcess
      ? timeCheck(context, sql`(${rowColumn('rowid')} & 0)`)
      : [interruptible(at)];
  const size = dialect.compressesLargeValues ? unpackedPartsAtOnce : partsAtOnce;
  const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_unused, at) =>
    balanced(operator, parts.slice(at * size, (at + 1) * size)),
  );
  return groups.map(
    (group, at) => sql<SqlBool>`(${sql.join([...checksAt(at), group], sql` and `)})`,
  );
}

function balanced(
  operator: RawBuilder<unknown>,
  parts: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const middle = Math.ceil(parts.length / 2);
  const left = balanced(operator, parts.slice(0, middle));
  return sql`(${left} ${operator} ${balanced(operator, parts.slice(middle))})`;
}
