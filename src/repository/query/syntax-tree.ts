/** A query as it was written. Offsets are characters of the text, for messages. */
export interface ParsedQuery {
  readonly text: string;
  readonly isDistinct: boolean;
  /** Undefined for `*`. */
  readonly columns: readonly Column[] | undefined;
  readonly types: readonly TypeName[];
  readonly where: Predicate | undefined;
  readonly orderBy: readonly SortKey[];
}

export interface Column {
  readonly operand: Operand;
  /** The alias, or else the text of the operand. */
  readonly name: string;
}

export interface TypeName {
  readonly name: string;
  readonly offset: number;
}

export interface SortKey {
  readonly reference: Reference;
  readonly isDescending: boolean;
}

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Predicate[] }
  | { readonly kind: 'not'; readonly item: Predicate }
  | Comparison
  | InList
  | Between
  | Like
  | IsNull
  | StartsWith;

export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
  readonly offset: number;
}

export interface InList {
  readonly kind: 'in';
  readonly reference: Reference;
  readonly isNegated: boolean;
  readonly values: readonly Literal[];
}

export interface Between {
  readonly kind: 'between';
  readonly reference: Reference;
  readonly isNegated: boolean;
  readonly low: Literal;
  readonly high: Literal;
}

export interface Like {
  readonly kind: 'like';
  readonly reference: Reference;
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
  readonly pattern: StringLiteral;
}

export interface IsNull {
  readonly kind: 'null';
  readonly reference: Reference;
  readonly isNegated: boolean;
}

export interface StartsWith {
  readonly kind: 'startsWith';
  readonly reference: Reference;
  readonly prefix: StringLiteral;
}

export type Operand = Literal | Reference | FunctionCall;

export interface StringLiteral {
  readonly kind: 'string';
  readonly value: string;
  readonly offset: number;
}

export type Literal =
  | StringLiteral
  | { readonly kind: 'integer'; readonly value: bigint; readonly offset: number }
  | { readonly kind: 'double'; readonly value: number; readonly offset: number }
  /** Epoch milliseconds; a date is its midnight in UTC. */
  | { readonly kind: 'date' | 'timestamp'; readonly value: number; readonly offset: number };

export type ReferenceStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  /** `*`, or `*1`, which means the same item wherever it has the same number. */
  | { readonly kind: 'any'; readonly correlation: number | undefined };

/** A property and the path into it. */
export interface Reference {
  readonly kind: 'reference';
  readonly name: string;
  readonly steps: readonly ReferenceStep[];
  /** Written as DATE(…): compared by day. */
  readonly isCastToDate: boolean;
  readonly text: string;
  readonly offset: number;
}

export interface FunctionCall {
  readonly kind: 'function';
  readonly name: string;
  readonly arguments: readonly Operand[];
  readonly text: string;
  readonly offset: number;
}
