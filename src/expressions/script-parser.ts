import { isReserved, readExpression } from './expression-parser.ts';
import { requireSourceLength } from './lexer.ts';
import type { Node, Script, Statement, TargetNode } from './syntax-tree.ts';
import { TokenReader } from './token-reader.ts';

/** Statements: values, assignments, `if`/`else` and `foreach`. */
export function parseScript(source: string): Script {
  requireSourceLength(source);
  const tokens = new TokenReader(source);
  const statements = readStatements(tokens);
  tokens.expectEnd();
  return { statements };
}

function readStatements(tokens: TokenReader): Statement[] {
  const statements: Statement[] = [];
  for (;;) {
    while (tokens.skip(';'));
    if (tokens.peek().kind === 'end' || tokens.isSymbol('}')) return statements;
    statements.push(readStatement(tokens));
  }
}

function readStatement(tokens: TokenReader): Statement {
  if (tokens.isName('if')) return readIf(tokens);
  if (tokens.isName('foreach')) return readForeach(tokens);
  const first = readExpression(tokens);
  const statement = tokens.skip('=') ? readAssignment(tokens, first) : valueStatement(first);
  if (tokens.peek().kind !== 'end' && !tokens.isSymbol('}', ';')) {
    throw tokens.unexpected('an operator, ";" or the end');
  }
  return statement;
}

function valueStatement(value: Node): Statement {
  return { kind: 'value', value };
}

function readAssignment(tokens: TokenReader, target: Node): Statement {
  if (!isTarget(target)) {
    throw tokens.unexpected('a variable, member or item on the left of "="');
  }
  return { kind: 'assign', target, value: readExpression(tokens) };
}

function isTarget(node: Node): node is TargetNode {
  if (node.kind === 'member') return !node.isNullSafe;
  return node.kind === 'variable' || node.kind === 'index';
}

function readIf(tokens: TokenReader): Statement {
  tokens.take();
  tokens.expect('(');
  const condition = tokens.nested(() => readExpression(tokens));
  tokens.expect(')');
  const yes = readBody(tokens);
  if (!tokens.isName('else')) return { kind: 'if', condition, yes, no: [] };
  tokens.take();
  return { kind: 'if', condition, yes, no: readBody(tokens) };
}

function readForeach(tokens: TokenReader): Statement {
  tokens.take();
  tokens.expect('(');
  if (isReserved(tokens.peek().text)) throw tokens.unexpected('the name of a variable');
  const name = tokens.expectName();
  tokens.expect(':');
  const list = tokens.nested(() => readExpression(tokens));
  tokens.expect(')');
  return { kind: 'foreach', name, list, body: readBody(tokens) };
}

/** A block, or a single statement with the semicolon that ends it. */
function readBody(tokens: TokenReader): Statement[] {
  return tokens.nested(() => {
    if (!tokens.skip('{')) {
      const only = readStatement(tokens);
      tokens.skip(';');
      return [only];
    }
    const statements = readStatements(tokens);
    tokens.expect('}');
    return statements;
  });
}
