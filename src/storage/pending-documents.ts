import {
  AliasNode,
  type DeleteQueryNode,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type RawBuilder,
  type RawNode,
  type SqlBool,
  sql,
  TableNode,
} from 'kysely';
import { aclSuffix, type PendingTree, rangeBelow, type TreeRule } from '../model/pending-tree.ts';
import type { EngineName } from './sql-dialect.ts';
import type { SqlBuilder } from './statement.ts';
import { type DocumentTable, documentColumns } from './tables.ts';

/**
 * A builder whose statements read documents as the pending changes make them: each `document` that
 * a statement reads from is replaced by a subquery, which has the stored path as a further column.
 * Statements that change rows change what is stored.
 */
export function builderOf(base: SqlBuilder, engine: EngineName, tree: PendingTree): SqlBuilder {
  if (tree.isEmpty) return base;
  // Compiled once: every statement of the builder has it.
  const { sql: text } = documentsOf(engine, tree).compile(base);
  return base.withPlugin(new PendingDocuments(sql.raw(text).toOperationNode()));
}

class PendingDocuments implements KyselyPlugin {
  readonly #transformer: SourceTransformer;

  constructor(documents: RawNode) {
    this.#transformer = new SourceTransformer(documents);
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) =>
    this.#transformer.transformNode(node, queryId);

  // Builders do not run statements.
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

/** Replaces the table where rows are read from it; names in references to columns stay. */
class SourceTransformer extends OperationNodeTransformer {
  readonly #documents: RawNode;

  constructor(documents: RawNode) {
    super();
    this.#documents = documents;
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    return { ...node, froms: node.froms.map((from) => this.#source(from, queryId)) };
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    return { ...super.transformJoin(node, queryId), table: this.#source(node.table, queryId) };
  }

  /** In SQL text a table is always followed by `as` and its alias. */
  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const parameters = node.parameters.map((each) =>
      isDocumentTable(each) ? this.#documents : this.transformNode(each, queryId),
    );
    return { ...node, parameters };
  }

  protected override transformDeleteQuery(
    node: DeleteQueryNode,
    queryId?: QueryId,
  ): DeleteQueryNode {
    return { ...super.transformDeleteQuery(node, queryId), from: node.from };
  }

  #source(node: OperationNode, queryId?: QueryId): OperationNode {
    if (isDocumentTable(node)) {
      return AliasNode.create(this.#documents, IdentifierNode.create(documentTable));
    }
    if (AliasNode.is(node) && isDocumentTable(node.node)) {
      return AliasNode.create(this.#documents, node.alias);
    }
    return this.transformNode(node, queryId);
  }
}

const documentTable = 'document';

function isDocumentTable(node: OperationNode): boolean {
  return TableNode.is(node) && node.table.identifier.name === documentTable;
}

const changedColumns: readonly (keyof DocumentTable)[] = ['path', 'acl_id', 'is_trashed'];

/** Columns that no pending change has an effect on. */
const plainColumns = documentColumns.filter((name) => !changedColumns.includes(name));

function documentsOf(engine: EngineName, tree: PendingTree): RawBuilder<unknown> {
  const columns = plainColumns.map((name) => sql.ref(`row.${name}`));
  // Statements with a time limit call a function for each row, with this column.
  if (engine === 'sqlite') columns.push(sql.ref('row.rowid'));
  const rows = sql`select ${sql.join(columns)},
      ${sql.ref('row.path')} as ${sql.ref('stored_path')},
      ${pathOf(tree)} as ${sql.ref('path')},
      ${aclOf(tree)} as ${sql.ref('acl_id')},
      ${trashOf(tree)} as ${sql.ref('is_trashed')}
    from ${sql.raw(documentTable)} as ${sql.ref('row')}`;
  const kept = keptOf(tree);
  return kept ? sql`(${rows} where ${kept})` : sql`(${rows})`;
}

function column(alias: string, name: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${name}`);
}

function matches(alias: string, { below, seqBelow }: TreeRule): RawBuilder<SqlBool> {
  const path = column(alias, 'path');
  const { from, to } = rangeBelow(below);
  return sql`${path} >= ${sql.lit(from)} and ${path} < ${sql.lit(to)}
    and ${column(alias, 'tree_seq')} < ${sql.lit(seqBelow)}`;
}

/** The value of the first rule that matches. Rules after the last one with an effect are left out. */
function byRule(
  alias: string,
  rules: readonly TreeRule[],
  {
    effectOf,
    otherwise,
  }: {
    effectOf: (rule: TreeRule) => RawBuilder<unknown> | undefined;
    otherwise: RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const last = rules.findLastIndex((rule) => effectOf(rule) !== undefined);
  if (last === -1) return otherwise;
  const cases = rules
    .slice(0, last + 1)
    .map((rule) => sql`when ${matches(alias, rule)} then ${effectOf(rule) ?? otherwise}`);
  return sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`;
}

/** SQL counts characters as code points. */
function pathOf({ rules }: PendingTree): RawBuilder<unknown> {
  const path = column('row', 'path');
  return byRule('row', rules, {
    effectOf: ({ below, prefix }) =>
      below === prefix
        ? undefined
        : sql`${sql.lit(prefix)} || substr(${path}, ${sql.lit([...below].length + 1)})`,
    otherwise: path,
  });
}

function trashOf({ rules }: PendingTree): RawBuilder<unknown> {
  return byRule('row', rules, {
    effectOf: ({ isTrashed }) => (isTrashed === null ? undefined : sql.lit(isTrashed ? 1 : 0)),
    otherwise: column('row', 'is_trashed'),
  });
}

/** As text where ACLs are replaced, see `AclKey`. */
function aclOf(tree: PendingTree): RawBuilder<unknown> {
  const id = column('row', 'acl_id');
  if (!tree.replacesAcls) return id;
  const text = sql`cast(${id} as text)`;
  const replaced = byRule('row', tree.rules, {
    effectOf: ({ aclSteps, removes }) =>
      aclSteps.length === 0 || removes === 'all'
        ? undefined
        : sql`${text} || ${sql.lit(aclSuffix(aclSteps))}`,
    otherwise: text,
  });
  if (tree.deniedAcl === undefined) return replaced;
  // A version without its live document is readable through its proxies only.
  return sql`case when ${column('row', 'is_version')} = 1 and ${liveIsRemoved(tree)}
    then ${sql.lit(String(tree.deniedAcl))} else ${replaced} end`;
}

/** Undefined when all rows are to be seen. */
function keptOf(tree: PendingTree): RawBuilder<SqlBool> | undefined {
  const { rules } = tree;
  if (rules.every(({ removes }) => removes === 'nothing')) return undefined;
  const kept = sql<SqlBool>`${removalOf('row', tree)} = 0`;
  if (!tree.removesAll) return kept;
  return sql`${kept} and (${column('row', 'is_version')} = 0 or not ${liveIsRemoved(tree)}
    or exists (select 1 from ${sql.raw(documentTable)} as ${sql.ref('shown')}
      where ${column('shown', 'proxy_target_id')} = ${column('row', 'id')}
        and ${removalOf('shown', tree)} = 0))`;
}

/** 1 for rows that are removed in effect. A live document without a path is one of them. */
function removalOf(alias: string, { rules }: PendingTree): RawBuilder<unknown> {
  const isProxy = sql`case when ${column(alias, 'proxy_target_id')} is null then 0 else 1 end`;
  const isDetached = sql`case when ${column(alias, 'path')} is null
    and ${column(alias, 'is_version')} = 0 then 1 else 0 end`;
  return byRule(alias, rules, {
    effectOf: ({ removes }) => {
      if (removes === 'nothing') return sql.lit(0);
      return removes === 'proxies' ? isProxy : sql.lit(1);
    },
    otherwise: isDetached,
  });
}

function liveIsRemoved(tree: PendingTree): RawBuilder<SqlBool> {
  return sql`exists (select 1 from ${sql.raw(documentTable)} as ${sql.ref('live')}
    where ${column('live', 'id')} = ${column('row', 'series_id')}
      and ${removalOf('live', tree)} = 1)`;
}
