import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type {
  ContentModel,
  DocumentShape,
  Field,
  PropertyDefinition,
} from '../../model/content-model.ts';
import { notificationsKey } from '../../model/subscription-names.ts';
import { findXpath, type Xpath } from '../../model/xpath.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import { aclEntries, aclEntryPart } from './acl-entries.ts';
import { ecmProperties, tagLabels } from './ecm-properties.ts';
import { hasProperty } from './facet-condition.ts';
import { indexedColumn } from './indexed-columns.ts';
import { jsonList } from './json-lists.ts';
import { propertiesOf } from './large-rows.ts';
import type { Refuse } from './query-error.ts';
import {
  itemBase,
  type ListReference,
  type ListSource,
  type PlaceOf,
  placeIn,
  type Resolved,
  type ScalarReference,
  type ValueSql,
  type Variable,
} from './resolved.ts';
import { rowLists } from './row-lists.ts';
import { contentColumn, type SqlContext } from './sql-context.ts';
import { partOfSubscriptions } from './subscription-lists.ts';
import type { Reference, ReferenceStep } from './syntax-tree.ts';

/** A shape with the properties of every schema: a query may name any, whatever the type. */
const shapesOfAll = new WeakMap<ContentModel, DocumentShape>();

function shapeOfAll(model: ContentModel): DocumentShape {
  const known = shapesOfAll.get(model);
  if (known) return known;
  const schemas = [...model.definition.schemas].sort((a, b) => (a.name < b.name ? -1 : 1));
  const properties = new Map<string, PropertyDefinition>();
  for (const schema of schemas) {
    for (const field of schema.fields) {
      const key = `${schema.prefix}:${field.name}`;
      properties.set(key, { key, schema, field });
    }
  }
  const shape = { ...model.shapeOf('Document'), schemas, properties };
  shapesOfAll.set(model, shape);
  return shape;
}

/** Resolves references; within one query the same numbered wildcard is the same variable. */
export class References {
  readonly #model: ContentModel;
  readonly #refuse: Refuse;
  readonly #variables = new Map<string, Variable>();
  #anonymous = 0;

  constructor(model: ContentModel, refuse: Refuse) {
    this.#model = model;
    this.#refuse = refuse;
  }

  /** @throws AppError request.invalid for a property that no schema has */
  resolve(reference: Reference): Resolved {
    const found = reference.name.startsWith('ecm:')
      ? this.#resolveSystem(reference)
      : this.#resolveProperty(reference);
    return found ?? this.#refuse(`No such property: ${nameOf(reference)}`, reference.offset);
  }

  #resolveSystem(reference: Reference): Resolved | undefined {
    const { name, steps } = reference;
    const [first, second, ...rest] = steps;
    if (name === 'ecm:acl') {
      if (first?.kind !== 'any' || second?.kind !== 'name' || rest.length > 0) return undefined;
      return aclEntryPart(second.name, this.#variable(name, first, { source: aclEntries }));
    }
    const found = ecmProperties.get(name) ?? fullTextOf(name);
    if (first === undefined) return found;
    if (found?.kind !== 'list' || second !== undefined || first.kind === 'name') return undefined;
    if (name === 'ecm:tag') return this.#labelOfTag(reference, first);
    return this.#itemOfSystemList(name, found, first);
  }

  /** The label as a part of the tag, as conditions may also refer to other parts of the tag. */
  #labelOfTag(reference: Reference, step: ReferenceStep): Resolved | undefined {
    const { property, field } = tagLabels;
    const steps: readonly ReferenceStep[] = [step, { kind: 'name', name: field }];
    return this.#resolveProperty({ ...reference, name: property, steps });
  }

  #itemOfSystemList(name: string, list: ListReference, step: ReferenceStep): Resolved | undefined {
    const { itemType: type, source } = list;
    if (!source) return { kind: 'scalar', type, value: () => undefined, variables: [] };
    if (step.kind !== 'any') return undefined;
    const variable = this.#variable(name, step, { source });
    const value: ValueSql = (context) => list.item(context, aliasIn(context, variable));
    return { kind: 'scalar', type, value, variables: [variable] };
  }

  #resolveProperty(reference: Reference): Resolved | undefined {
    const list = rowLists.get(reference.name);
    if (list && this.#model.hasProperty(reference.name)) return this.#partOfRows(reference, list);
    const xpath = findXpath(shapeOfAll(this.#model), xpathOf(reference));
    if (!xpath) return undefined;
    if (xpath.definition.key === notificationsKey) {
      return partOfSubscriptions(reference, (...wildcard) => this.#variable(...wildcard));
    }
    const { place, variables } = this.#walk(reference, xpath);
    return resolvedAt(xpath, place, variables);
  }

  /** The list itself, or any of its items: rows have no places that a query could name. */
  #partOfRows({ name, steps }: Reference, list: ListReference): Resolved | undefined {
    const [step, ...rest] = steps;
    if (!step) return list;
    if (step.kind !== 'any' || rest.length > 0) return undefined;
    const item = this.#itemOfSystemList(name, list, step);
    const { amongKeys } = list;
    const isOnlyOne = step.correlation === undefined;
    return item?.kind === 'scalar' && isOnlyOne && amongKeys ? { ...item, amongKeys } : item;
  }

  /** Each wildcard in the path becomes a variable, and the path starts again at its item. */
  #walk(reference: Reference, xpath: Xpath): { place: PlaceOf; variables: readonly Variable[] } {
    const { key } = xpath.definition;
    let place: PlaceOf = { base: propertiesBase(this.#model, xpath.definition), keys: [key] };
    let variable: Variable | undefined;
    let keyPath = key;
    for (const [at, step] of reference.steps.entries()) {
      if (step.kind === 'any') {
        const source = jsonList(place);
        variable = this.#variable(keyPath, step, { source, parent: variable });
        place = { base: itemBase(variable), keys: [] };
        keyPath = variable.key;
      } else {
        const stored = xpath.steps[at] ?? '';
        place = { ...place, keys: [...place.keys, stored] };
        keyPath = `${keyPath}/${stored}`;
      }
    }
    return { place, variables: variable ? [variable] : [] };
  }

  #variable(
    keyPath: string,
    step: ReferenceStep & { kind: 'any' },
    { source, parent }: { source: ListSource; parent?: Variable | undefined },
  ): Variable {
    if (step.correlation === undefined) this.#anonymous += 1;
    const key = `${keyPath}/*${step.correlation ?? `_${this.#anonymous}`}`;
    const known = this.#variables.get(key);
    if (known) return known;
    const fresh = { key, source, parent };
    this.#variables.set(key, fresh);
    return fresh;
  }
}

function nameOf({ name, steps, text }: Reference): string {
  return steps.length === 0 ? name : text;
}

function xpathOf({ name, steps }: Reference): string {
  const segments = steps.map((step) => {
    if (step.kind === 'name') return step.name;
    return step.kind === 'any' ? '*' : String(step.index);
  });
  return [name, ...segments].join('/');
}

function fullTextOf(name: string): Resolved | undefined {
  const [, part] = /^ecm:fulltext((?:_|\.).+)?$/.exec(name) ?? [undefined, null];
  return part === null ? undefined : { kind: 'special', name: 'fulltext', part: part ?? '' };
}

function aliasIn({ aliases }: SqlContext, variable: Variable): string {
  return aliases.get(variable.key) ?? variable.key;
}

/** A few schemas are stored with the proxy itself. */
function propertiesBase(model: ContentModel, { schema }: PropertyDefinition): PlaceOf['base'] {
  const isOfProxy = model.definition.proxySchemas.includes(schema.name);
  return (context) => propertiesOf(context, isOfProxy);
}

const valueTypes: Readonly<Partial<Record<Field['type'], ValueType>>> = {
  string: 'string',
  binary: 'string',
  long: 'long',
  double: 'double',
  boolean: 'boolean',
  date: 'date',
};

function resolvedAt(xpath: Xpath, place: PlaceOf, variables: readonly Variable[]): Resolved {
  const { field } = xpath;
  const type = valueTypes[field.type];
  if (type) return scalarAt(xpath, place, { type, variables });
  const isList = field.type === 'array' || field.type === 'list';
  const isSet = (context: SqlContext): RawBuilder<SqlBool> =>
    context.dialect.json.isSet(placeIn(context, place), isList);
  const itemType = valueTypes[field.item?.type ?? 'complex'];
  if (!isList || !itemType) return { kind: 'composite', isSet, variables };
  const item = ({ dialect }: SqlContext, alias: string): RawBuilder<unknown> =>
    dialect.json.scalar({ base: { kind: 'item', alias }, keys: [] }, itemType);
  return { kind: 'list', itemType, source: jsonList(place), item, isSet, variables };
}

/** Properties with their own column, which holds all of their values. */
const columns: ReadonlyMap<string, string> = new Map([
  ['dc:creator', 'creator'],
  ['dc:created', 'created_at'],
  ['dc:modified', 'modified_at'],
]);

function scalarAt(
  xpath: Xpath,
  place: PlaceOf,
  { type, variables }: { type: ValueType; variables: readonly Variable[] },
): ScalarReference {
  const { definition, field, steps } = xpath;
  const column = columns.get(xpath.text);
  if (
    column !== undefined &&
    field.default === undefined &&
    (type === 'date' || type === 'string')
  ) {
    if (column === 'creator') {
      return { kind: 'scalar', type, variables, ...indexedColumn(column, { isOfContent: true }) };
    }
    const value: ValueSql = (context) => contentColumn(context, column);
    return {
      kind: 'scalar',
      type,
      value,
      variables,
      ...(type === 'date' && { index: column === 'created_at' ? 'byTypeAndAcl' : 'byType' }),
    };
  }
  const stored = (context: SqlContext): RawBuilder<unknown> =>
    context.dialect.json.scalar(placeIn(context, place), type);
  const value = field.default === undefined ? stored : withDefault(xpath, place, stored);
  const isTitle =
    definition.key === 'dc:title' && steps.length === 0 && field.default === undefined;
  return {
    kind: 'scalar',
    type,
    value,
    variables,
    isStored: true,
    ...(isTitle && {
      titleKey: (context: SqlContext) => contentColumn(context, 'title_key'),
      index: 'plain' as const,
    }),
  };
}

/** A property that was never set has its default, in documents that have the property. */
function withDefault(
  { definition, field, steps }: Xpath,
  place: PlaceOf,
  stored: (context: SqlContext) => RawBuilder<unknown>,
): ValueSql {
  const value = typeof field.default === 'boolean' ? Number(field.default) : field.default;
  return (context) => {
    const json = context.dialect.json;
    const here = placeIn(context, place);
    const hasIt =
      steps.length === 0
        ? hasProperty(context, definition)
        : json.isObject({ ...here, keys: here.keys.slice(0, -1) });
    if (hasIt === false) return stored(context);
    const applies = hasIt === true ? json.isAbsent(here) : sql`${json.isAbsent(here)} and ${hasIt}`;
    return sql`case when ${applies} then ${value} else ${stored(context)} end`;
  };
}
