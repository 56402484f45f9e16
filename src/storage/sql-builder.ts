import {
  type BinaryOperationNode,
  DummyDriver,
  Kysely,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { EngineName } from './sql-dialect.ts';
import type { SqlBuilder } from './statement.ts';

/**
 * Lists of values are one parameter, so that the text is the same however long they are. A list of
 * one value stays a comparison, whose rows an index returns in order.
 */
class ArrayingCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const name = OperatorNode.is(operator) ? operator.operator : undefined;
    if (!isKnownList(rightOperand) || (name !== 'in' && name !== 'not in')) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(name === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(rightOperand.values);
    this.append(')');
  }
}

/** Of values: those of statements that are compiled once are placeholders. */
function isKnownList(node: OperationNode): node is PrimitiveValueListNode {
  if (!PrimitiveValueListNode.is(node) || node.values.length < 2) return false;
  return node.values.every((value) => typeof value !== 'object' || value === null);
}

/** Kysely as a typed SQL writer; its driver is a dummy, so a builder never accesses a database. */
export function createSqlBuilder(engine: EngineName): SqlBuilder {
  return new Kysely({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createIntrospector: (db) =>
        engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
      createQueryCompiler: () =>
        engine === 'sqlite' ? new SqliteQueryCompiler() : new ArrayingCompiler(),
    },
  });
}
