export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type OrderOperator = '<' | '<=' | '>' | '>=';
type EqualityOperator = '==' | '!=';
type ContainmentOperator = 'contains' | 'in';

interface LiteralNode {
  readonly kind: 'literal';
  readonly value: null | string | number | bigint | boolean;
  /** Written with a fraction or exponent, though its value may be whole. */
  readonly isDecimal: boolean;
}

/** `empty`: the empty text, but a test beside `==`. */
interface EmptyNode {
  readonly kind: 'empty';
}

interface VariableNode {
  readonly kind: 'variable';
  readonly name: string;
}

interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: Node, value: Node])[];
}

export interface MemberNode {
  readonly kind: 'member';
  readonly target: Node;
  readonly name: string;
  readonly isNullSafe: boolean;
}

export interface IndexNode {
  readonly kind: 'index';
  readonly target: Node;
  readonly key: Node;
}

export interface CallNode {
  readonly kind: 'call';
  readonly target: Node;
  readonly name: string;
  readonly args: readonly Node[];
  readonly isNullSafe: boolean;
}

interface SignNode {
  readonly kind: 'not' | 'negative';
  readonly operand: Node;
  readonly isDecimal: boolean;
}

interface ArithmeticNode {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Node;
  readonly right: Node;
  /** One side is written as a decimal; values do not show that, as 1.0 is 1. */
  readonly isDecimal: boolean;
}

interface OrderNode {
  readonly kind: 'order';
  readonly operator: OrderOperator;
  readonly left: Node;
  readonly right: Node;
}

export interface EqualityNode {
  readonly kind: 'equality';
  readonly operator: EqualityOperator;
  readonly left: Node;
  readonly right: Node;
}

export interface ContainmentNode {
  readonly kind: 'containment';
  readonly operator: ContainmentOperator;
  readonly left: Node;
  readonly right: Node;
}

export interface LogicNode {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly left: Node;
  readonly right: Node;
}

interface ChoiceNode {
  readonly kind: 'choice';
  readonly condition: Node;
  readonly yes: Node;
  readonly no: Node;
}

export type Node =
  | LiteralNode
  | EmptyNode
  | VariableNode
  | ListNode
  | MapNode
  | MemberNode
  | IndexNode
  | CallNode
  | SignNode
  | ArithmeticNode
  | OrderNode
  | EqualityNode
  | ContainmentNode
  | LogicNode
  | ChoiceNode;

export type Statement =
  | { readonly kind: 'value'; readonly value: Node }
  | { readonly kind: 'assign'; readonly target: TargetNode; readonly value: Node }
  | {
      readonly kind: 'if';
      readonly condition: Node;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | {
      readonly kind: 'foreach';
      readonly name: string;
      readonly list: Node;
      readonly body: readonly Statement[];
    };

/** The possible left sides of `=`. */
export type TargetNode = VariableNode | MemberNode | IndexNode;

export interface Expression {
  readonly root: Node;
}

export interface Template {
  /** Literal text, and expressions that are replaced by their text. */
  readonly parts: readonly (string | Expression)[];
}

export interface Script {
  readonly statements: readonly Statement[];
}

/** Whether a value is written as a decimal. */
function isDecimal(node: Node): boolean {
  return 'isDecimal' in node && node.isDecimal;
}

export function createSign(kind: SignNode['kind'], operand: Node): SignNode {
  return { kind, operand, isDecimal: kind === 'negative' && isDecimal(operand) };
}

/** The node of an operator between two values. */
export function createBinary(operator: BinaryOperator, left: Node, right: Node): Node {
  switch (operator) {
    case 'and':
    case 'or':
      return { kind: 'logic', operator, left, right };
    case '==':
    case '!=':
      return { kind: 'equality', operator, left, right };
    case 'contains':
    case 'in':
      return { kind: 'containment', operator, left, right };
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { kind: 'order', operator, left, right };
    default:
      return {
        kind: 'arithmetic',
        operator,
        left,
        right,
        isDecimal: isDecimal(left) || isDecimal(right),
      };
  }
}

export type BinaryOperator =
  | 'and'
  | 'or'
  | EqualityOperator
  | OrderOperator
  | ContainmentOperator
  | ArithmeticOperator;
