import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { ItemRows, JsonBase, JsonPlace, ValueType } from '../../storage/json-sql.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import type { SqlContext } from './sql-context.ts';

/** SQL of a value; undefined if it is always null, a number if it is constant. */
export type ValueSql = (context: SqlContext) => RawBuilder<unknown> | number | undefined;

/** A list whose items a wildcard ranges over, or a condition tests. */
export interface ListSource {
  /** Joined in this order; the last one has the alias. */
  rows(context: SqlContext, alias: string): readonly ItemRows[];
  /** Sorts the items in the order of the list. */
  order(context: SqlContext, alias: string): RawBuilder<unknown>;
  /** The whole list, if it is JSON; unfolded elsewhere, its items have the same columns. */
  json?(context: SqlContext): RawBuilder<unknown>;
}

/** A wildcard. Conditions with the same one refer to the same item. */
export interface Variable {
  readonly key: string;
  readonly source: ListSource;
  /** The wildcard whose item has the list. */
  readonly parent: Variable | undefined;
}

/** The columns before a key in its indexes: none, the type, or ACL and type. */
export type SortIndex = 'plain' | 'byType' | 'byTypeAndAcl';

export interface ScalarReference {
  readonly kind: 'scalar';
  readonly type: ValueType;
  readonly value: ValueSql;
  readonly variables: readonly Variable[];
  /** The value is within the JSON of the document, or of an item: it may be a long text. */
  readonly isStored?: boolean;
  /** Few documents have the same value, and there is an index. */
  readonly isKey?: boolean;
  /** As `amongKeys` of a list, of which this is any item. */
  readonly amongKeys?: KeyLookup | undefined;
  /** `ecm:` flags are 0 or 1 and never null. */
  readonly isFlag?: boolean;
  /** The flag that versions have and no other documents. */
  readonly isVersionFlag?: boolean;
  /**
   * The column with the beginning of the title, which has an index: it sorts, and it is equal to a
   * text that is shorter than the column, and not empty, exactly when the title is.
   */
  readonly titleKey?: ValueSql;
  /** Indexes of live documents by this key: alone, after the type, after ACL and type. */
  readonly index?: SortIndex;
}

export interface ListReference {
  readonly kind: 'list';
  readonly itemType: ValueType;
  /** Undefined: always empty. */
  readonly source: ListSource | undefined;
  readonly item: (context: SqlContext, alias: string) => RawBuilder<unknown>;
  readonly isSet: (context: SqlContext) => RawBuilder<SqlBool> | boolean;
  readonly amongKeys?: KeyLookup;
  readonly variables: readonly Variable[];
}

/** Finds the documents whose list has one of some values by an index. */
interface KeyLookup {
  /** Undefined for documents of a kind that has no such index. */
  condition(context: SqlContext, values: readonly LiteralValue[]): RawBuilder<SqlBool> | undefined;
  /** Whether so many documents have them that an index of the order is better, if there is one. */
  isCommon(handle: ReadHandle, values: readonly LiteralValue[]): Promise<boolean>;
}

/** A complex value, a blob or a list of those: conditions can only test whether it is set. */
interface CompositeReference {
  readonly kind: 'composite';
  readonly isSet: (context: SqlContext) => RawBuilder<SqlBool>;
  readonly variables: readonly Variable[];
}

export type SpecialName = 'path' | 'ancestorId' | 'mixinType' | 'isProxy' | 'fulltext' | 'score';

export interface SpecialReference {
  readonly kind: 'special';
  readonly name: SpecialName;
  /** For full text: the index, or `.` and the property. */
  readonly part?: string;
}

export type Resolved = ScalarReference | ListReference | CompositeReference | SpecialReference;

/** A path into a document's JSON whose start depends on the statement. */
export interface PlaceOf {
  readonly base: (context: SqlContext) => JsonBase;
  readonly keys: JsonPlace['keys'];
}

export function placeIn(context: SqlContext, { base, keys }: PlaceOf): JsonPlace {
  return { base: base(context), keys };
}

export function itemBase(variable: Variable): PlaceOf['base'] {
  return ({ aliases }) => ({ kind: 'item', alias: aliases.get(variable.key) ?? variable.key });
}
