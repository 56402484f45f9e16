import { type RawBuilder, sql } from 'kysely';
import {
  collectionsKey,
  isCollection,
  memberFacet,
  membersKey,
} from '../../model/collection-names.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import { isWithin } from '../../model/row-keys.ts';
import { notifiableFacet, notificationsKey } from '../../model/subscription-names.ts';
import type { PropertyValue } from '../../model/value.ts';
import { compilable } from '../../storage/statement.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { selectMemberIds } from './collection-members.ts';
import { selectCollectionIds } from './collections-of-members.ts';
import { mayBeMember, mayHaveSubscribers, noteRows } from './row-flags.ts';
import type { RowValue } from './row-values.ts';
import { selectSubscriptions } from './shown-subscriptions.ts';

/** What documents are shown as, of those that were completed by `completeInUnit`. */
const shownAs = new WeakMap<Document, Document>();

/**
 * A property that is not in the JSON of documents: its values are rows of another table, so that changing
 * one costs the same however many there are.
 */
interface RowProperty {
  readonly key: string;
  /** It is read where this schema is shown. */
  readonly schema: string;
  /** The facet that a document has while it has values; null: those of its type decide. */
  readonly facet: string | null;
  mayHave(document: Document): boolean;
  /** The rows of some documents, each of them once. */
  select(unit: ReadUnit, documents: readonly Document[]): Promise<RawBuilder<RowValue>>;
  /** The value of one document, of its rows in their order. */
  compose(rows: readonly RowValue[]): PropertyValue;
}

const rowProperties: readonly RowProperty[] = [
  {
    key: membersKey,
    schema: 'collection',
    facet: null,
    mayHave: isCollection,
    select: selectMemberIds,
    compose: textsOf,
  },
  {
    key: collectionsKey,
    schema: 'collectionMember',
    facet: memberFacet,
    mayHave: mayBeMember,
    select: selectCollectionIds,
    compose: textsOf,
  },
  {
    key: notificationsKey,
    schema: 'notification',
    facet: notifiableFacet,
    mayHave: mayHaveSubscribers,
    select: selectSubscriptions,
    compose: (rows) =>
      [...Map.groupBy(rows, ({ name }) => name)].map(([name, some]) => ({
        name,
        subscribers: textsOf(some),
      })),
  },
];

function textsOf(rows: readonly RowValue[]): readonly string[] {
  return rows.map(({ found }) => found);
}

/**
 * The documents with the properties that are kept in rows, of the schemas that are shown (`*` for all), and
 * with the facets that follow from them; one query. For documents that are shown: they must not be saved.
 */
export async function withRowProperties(
  unit: ReadUnit,
  documents: readonly Document[],
  schemas: '*' | readonly string[],
): Promise<readonly Document[]> {
  const isShown = ({ schema }: RowProperty): boolean =>
    schemas === '*' || schemas.includes('*') || schemas.includes(schema);
  return withProperties(unit, documents, rowProperties.filter(isShown));
}

/** As `withRowProperties`, of those to which one of the xpaths leads. */
export function withRowPropertiesAt(
  unit: ReadUnit,
  documents: readonly Document[],
  xpaths: readonly string[],
): Promise<readonly Document[]> {
  const isNamed = ({ key }: RowProperty): boolean => xpaths.some((xpath) => isWithin(key, xpath));
  return withProperties(unit, documents, rowProperties.filter(isNamed));
}

async function withProperties(
  unit: ReadUnit,
  documents: readonly Document[],
  shown: readonly RowProperty[],
): Promise<readonly Document[]> {
  const rows = await readRows(unit, documents, shown);
  if (rows.length === 0) return documents;
  const byDocument = Map.groupBy(rows, ({ id }) => id);
  return documents.map((document) => {
    const own = byDocument.get(document.id);
    return own ? withValues(unit.model, document, own) : document;
  });
}

interface PropertyRow extends RowValue {
  readonly property: string;
}

async function readRows(
  unit: ReadUnit,
  documents: readonly Document[],
  shown: readonly RowProperty[],
): Promise<readonly PropertyRow[]> {
  const parts: RawBuilder<unknown>[] = [];
  for (const { key, mayHave, select } of shown) {
    const some = new Map(documents.filter(mayHave).map((each) => [each.id, each]));
    if (some.size === 0) continue;
    const rows = await select(unit, [...some.values()]);
    parts.push(sql`select ${sql.lit(key)} as property, part.* from (${rows}) as part`);
  }
  if (parts.length === 0) return [];
  const { dialect, builder } = unit.handle;
  const inOrder = (column: string) => dialect.inByteOrder(sql.ref(column));
  const query = sql<PropertyRow>`select * from (${sql.join(parts, sql` union all `)}) as shown_row
    order by property, id, ${inOrder('name')}, place, ${inOrder('found')}`;
  return unit.handle.all(compilable(builder, query));
}

/** Whether `withRowProperties` could add anything. */
export function lacksRowProperties(document: Document): boolean {
  return !shownAs.has(document) && rowProperties.some(({ mayHave }) => mayHave(document));
}

/** The document as `completeInUnit` completed it; else itself. */
export function shownDocument(document: Document): Document {
  return shownAs.get(document) ?? document;
}

/**
 * Reads these properties in the unit that has changed the documents, so that their response needs no later
 * query: one that fails after the commit would make a change that is stored look refused.
 */
export async function completeInUnit(
  unit: ReadUnit,
  documents: readonly Document[],
  schemas: '*' | readonly string[],
): Promise<void> {
  const [only, ...others] = documents;
  if (only && others.length === 0 && lacksRowProperties(only)) await noteRows(unit, only);
  const lacking = documents.filter(lacksRowProperties);
  if (lacking.length === 0) return;
  const complete = await withRowProperties(unit, lacking, schemas);
  for (const [at, document] of lacking.entries()) shownAs.set(document, complete[at] ?? document);
}

function withValues(
  model: ContentModel,
  document: Document,
  rows: readonly PropertyRow[],
): Document {
  const byProperty = Map.groupBy(rows, ({ property }) => property);
  const present = rowProperties.filter(({ key }) => byProperty.has(key));
  const values = present.map(({ key, compose }): [string, PropertyValue] => [
    key,
    compose(byProperty.get(key) ?? []),
  ]);
  const properties = { ...document.properties, ...Object.fromEntries(values) };
  const facets = present.flatMap(({ facet }) => facet ?? []);
  const missing = facets.filter((facet) => !document.shape.facets.includes(facet));
  if (missing.length === 0) return { ...document, properties };
  const { instanceFacets } = document.proxyTarget ?? document;
  const shape = model.shapeOf(document.shape.type.name, [...instanceFacets, ...missing]);
  return { ...document, properties, shape };
}
