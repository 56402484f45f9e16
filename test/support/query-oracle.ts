import { aceStatus } from '../../src/model/acl.ts';
import type { ContentModel } from '../../src/model/content-model.ts';
import type { Document } from '../../src/model/document.ts';
import type { PropertyValue } from '../../src/model/value.ts';
import type {
  ComparisonOperator,
  Operand,
  ParsedQuery,
  Predicate,
  Reference,
} from '../../src/repository/query/syntax-tree.ts';
import {
  and,
  bareNames,
  childOf,
  compare,
  flags,
  isList,
  lists,
  literalOf,
  mirrored,
  not,
  referencesOf,
  regexOf,
  results,
  scalarOf,
  segmentsOf,
  systemValue,
  type Truth,
  type Value,
  wildcardsOf,
} from './query-oracle-values.ts';
import { treeNowMs } from './query-tree.ts';

/** `ecm:` names with lists behind them, which wildcards walk as those of other properties. */
const inContent: ReadonlySet<string> = new Set(['ecm:acl', 'ecm:blobKeys', 'ecm:tag']);

function labelsOf({ properties }: Document): readonly PropertyValue[] {
  const tags = properties['nxtag:tags'] as readonly { label: string }[] | undefined;
  return (tags ?? []).map(({ label }) => label);
}

export interface OracleDocument {
  readonly document: Document;
  readonly blobKeys: readonly string[];
  readonly position: number | null;
}

/**
 * What queries mean, said as simply as possible over documents in memory: every choice of list items
 * is tried, nothing is looked up by an index. Ids of existing documents and their paths are given.
 */
export class QueryOracle {
  readonly #model: ContentModel;
  readonly #all: readonly OracleDocument[];
  readonly #visible: readonly OracleDocument[];

  constructor(
    model: ContentModel,
    { all, visible }: { all: readonly OracleDocument[]; visible: readonly OracleDocument[] },
  ) {
    this.#model = model;
    this.#all = all;
    this.#visible = visible;
  }

  matches(query: ParsedQuery): readonly Document[] {
    return this.#visible
      .filter(({ document }) => document.type !== 'Root' && this.#isOfTypes(query, document))
      .filter((each) => query.where === undefined || this.#holds(query.where, each))
      .map(({ document }) => document);
  }

  #isOfTypes({ types }: ParsedQuery, { type }: Document): boolean {
    return types.some(({ name }) =>
      this.#model.isSubtype(type, name.toLowerCase() === 'document' ? 'Document' : name),
    );
  }

  /** Whether some choice of items for the wildcards makes the predicate true. */
  #holds(where: Predicate, each: OracleDocument): boolean {
    const wildcards = [...new Set(referencesOf(where).flatMap((r) => wildcardsOf(r)))];
    const tryFrom = (at: number, choice: ReadonlyMap<string, number | null>): boolean => {
      const key = wildcards[at];
      if (key === undefined) return this.#truth(where, { each, choice }) === true;
      const length = this.#listOf(key, each, choice).length;
      const options = length === 0 ? [null] : Array.from({ length }, (_u, index) => index);
      return options.some((index) => tryFrom(at + 1, new Map([...choice, [key, index]])));
    };
    return tryFrom(0, new Map());
  }

  #listOf(
    key: string,
    each: OracleDocument,
    choice: ReadonlyMap<string, number | null>,
  ): readonly PropertyValue[] {
    const [way = ''] = [key.slice(0, key.lastIndexOf('/'))];
    const value = this.#valueAt(way.split('/'), each, choice);
    return Array.isArray(value) ? value : [];
  }

  /** The value at a path whose wildcards (`*…`) are those of the choice. */
  #valueAt(
    segments: readonly string[],
    each: OracleDocument,
    choice: ReadonlyMap<string, number | null>,
  ): PropertyValue | undefined {
    const [first = '', ...rest] = segments;
    let value = this.#rootValue(first, each);
    let way = first;
    for (const segment of rest) {
      way = `${way}/${segment}`;
      if (segment.startsWith('*')) {
        const index = choice.get(way) ?? null;
        value = index === null ? undefined : (value as readonly PropertyValue[])[index];
      } else value = childOf(value, segment);
    }
    return value;
  }

  #rootValue(name: string, { document, blobKeys }: OracleDocument): PropertyValue | undefined {
    if (name === 'ecm:acl') {
      return document.ownAcls.flatMap((acl) =>
        acl.aces.map((ace) => {
          const status = ['pending', 'effective', 'archived'].indexOf(aceStatus(ace, treeNowMs));
          return {
            name: acl.name,
            principal: ace.username,
            permission: ace.permission,
            grant: ace.granted,
            creator: ace.creator,
            begin: ace.begin,
            end: ace.end,
            status: ace.begin === null && ace.end === null ? null : status,
          };
        }),
      );
    }
    if (name === 'ecm:blobKeys') return [...blobKeys];
    if (name === 'ecm:tag') return labelsOf(document);
    const full = name.includes(':') ? name : bareNames[name];
    const known = document.properties[full ?? ''];
    return known === undefined ? document.shape.properties.get(full ?? '')?.field.default : known;
  }

  #truth(
    predicate: Predicate,
    at: { each: OracleDocument; choice: ReadonlyMap<string, number | null> },
  ): Truth {
    switch (predicate.kind) {
      case 'and':
        return predicate.items.map((item) => this.#truth(item, at)).reduce(and);
      case 'or':
        return not(predicate.items.map((item) => not(this.#truth(item, at))).reduce(and));
      case 'not':
        return not(this.#truth(predicate.item, at));
      case 'comparison': {
        const { left, operator, right } = predicate;
        if (left.kind !== 'reference' && right.kind !== 'reference') {
          return results[operator](compare(literalOf(left), literalOf(right)) ?? Number.NaN);
        }
        return left.kind === 'reference'
          ? this.#compare(left, operator, { right, at })
          : this.#compare(right as Reference, mirrored[operator], { right: left, at });
      }
      case 'in': {
        const tests = predicate.values.map((right) =>
          this.#compare(predicate.reference, '=', { right, at }),
        );
        const some = not(tests.map(not).reduce(and));
        return predicate.isNegated ? not(some) : some;
      }
      case 'between': {
        const from = this.#compare(predicate.reference, '>=', { right: predicate.low, at });
        const until = this.#compare(predicate.reference, '<=', { right: predicate.high, at });
        return predicate.isNegated ? not(and(from, until)) : and(from, until);
      }
      case 'like': {
        const { pattern, ignoresCase, isNegated } = predicate;
        const regex = regexOf(pattern.value, ignoresCase);
        const found = this.#some(predicate.reference, at, (value) => regex.test(String(value)));
        return isNegated ? not(found) : found;
      }
      case 'startsWith': {
        const prefix = predicate.prefix.value;
        if (predicate.reference.name === 'ecm:path') return this.#isBelow(prefix, at.each.document);
        return this.#some(
          predicate.reference,
          at,
          (value) => value === prefix || String(value).startsWith(`${prefix}/`),
        );
      }
      case 'null': {
        const isNull = this.#isNull(predicate.reference, at);
        return predicate.isNegated ? !isNull : isNull;
      }
    }
  }

  #some(
    reference: Reference,
    at: { each: OracleDocument; choice: ReadonlyMap<string, number | null> },
    test: (value: Value) => boolean,
  ): Truth {
    const value = this.#read(reference, at);
    if (isList(value)) return value.some((item) => item !== null && test(scalarOf(item)));
    return value === null ? null : test(scalarOf(value));
  }

  #isNull(
    reference: Reference,
    at: { each: OracleDocument; choice: ReadonlyMap<string, number | null> },
  ): boolean {
    const value = this.#read(reference, at);
    if (isList(value)) return value.length === 0;
    return value === null || (flags.has(reference.name) && value === 0);
  }

  #compare(
    left: Reference,
    operator: ComparisonOperator,
    {
      right,
      at,
    }: {
      right: Operand;
      at: { each: OracleDocument; choice: ReadonlyMap<string, number | null> };
    },
  ): Truth {
    const special = this.#compareSpecial(left, operator, { right, document: at.each.document });
    if (special !== undefined) return special;
    const a = this.#read(left, at);
    const b = right.kind === 'reference' ? this.#read(right, at) : literalOf(right);
    if (isList(a) || isList(b)) {
      const [list, other] = isList(a) ? [a, b] : [b as readonly PropertyValue[], a];
      const some =
        !isList(other) &&
        list.some((i) => i !== null && compare(scalarOf(i), scalarOf(other)) === 0);
      return operator === '=' ? some : !some;
    }
    if (a === null || b === null) return null;
    const day = (value: PropertyValue): Value =>
      left.isCastToDate ? Math.floor(Number(value) / 86_400_000) * 86_400_000 : scalarOf(value);
    const order = compare(day(a), scalarOf(b));
    return order === null ? null : results[operator](order);
  }

  #compareSpecial(
    { name }: Reference,
    operator: ComparisonOperator,
    { right, document }: { right: Operand; document: Document },
  ): Truth | undefined {
    const value = right.kind === 'string' ? right.value : '';
    const isNegated = operator === '<>';
    if (name === 'ecm:mixinType') {
      const ofTypeOnly = value === 'Folderish' || value === 'HiddenInNavigation';
      const facets = ofTypeOnly ? document.shape.type.facets : document.shape.facets;
      return facets.includes(value) !== isNegated;
    }
    if (name === 'ecm:path') {
      const path = value.length > 1 && value.endsWith('/') ? value.slice(0, -1) : value;
      const own = document.isVersion ? null : document.path;
      if (!isNegated) return own === path;
      return (
        own !== path && this.#visible.some((d) => !d.document.isVersion && d.document.path === path)
      );
    }
    if (name !== 'ecm:ancestorId') return undefined;
    const ancestor = this.#all.find((d) => d.document.id === value && !d.document.isVersion);
    const isBelow = ancestor ? this.#isBelow(ancestor.document.path ?? '', document) : false;
    return isBelow !== isNegated;
  }

  #isBelow(prefix: string, document: Document): boolean {
    if (document.isVersion || document.path === null || !prefix.startsWith('/')) return false;
    const path = prefix.length > 1 && prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
    return document.path.startsWith(path === '/' ? '/' : `${path}/`);
  }

  #read(
    reference: Reference,
    { each, choice }: { each: OracleDocument; choice: ReadonlyMap<string, number | null> },
  ): PropertyValue {
    const { name } = reference;
    const isSystem = name.startsWith('ecm:') && !inContent.has(name);
    if (name === 'ecm:pos') return each.position;
    if (isSystem) return systemValue(name, each.document);
    const segments = segmentsOf(reference);
    const value = this.#valueAt(segments, each, choice);
    return value === undefined ? this.#emptyValue(segments, each, choice) : value;
  }

  /** Nothing there: an empty list, the default of a sub-field, or null. */
  #emptyValue(
    segments: readonly string[],
    each: OracleDocument,
    choice: ReadonlyMap<string, number | null>,
  ): PropertyValue {
    const last = segments.at(-1) ?? '';
    if (lists.has(segments.map((s) => (/^[*\d]/.test(s) ? '*' : s)).join('/'))) return [];
    const parent = segments.length > 1 && this.#valueAt(segments.slice(0, -1), each, choice);
    return last === 'ok' && parent ? true : null;
  }
}
