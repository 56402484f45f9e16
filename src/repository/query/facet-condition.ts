import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { memberFacet } from '../../model/collection-names.ts';
import type { PropertyDefinition } from '../../model/content-model.ts';
import { notifiableFacet } from '../../model/subscription-names.ts';
import { isMember } from './row-lists.ts';
import { contentColumn, rowColumn, type SqlContext } from './sql-context.ts';
import { hasSubscribers } from './subscription-lists.ts';

/** Evaluated on the type only: adding them to one document does not move it in the tree. */
const facetsOfTypesOnly: ReadonlySet<string> = new Set(['Folderish', 'HiddenInNavigation']);

/** The condition that the document has one of the facets, by its type or as an instance facet. */
export function hasFacetAmong(
  context: SqlContext,
  facets: readonly string[],
): RawBuilder<SqlBool> | boolean {
  const types = [...new Set(facets.flatMap((facet) => context.model.typesWithFacet(facet)))];
  const stored = hasTypeOrFacet(context, {
    types,
    facets: facets.filter((facet) => !facetsOfTypesOnly.has(facet)),
  });
  const byRows = [
    ...(facets.includes(memberFacet) ? [isMember(context)] : []),
    ...(facets.includes(notifiableFacet) ? [hasSubscribers()] : []),
  ];
  if (byRows.length === 0) return stored;
  return sql`(${sql.join(stored === false ? byRows : [stored, ...byRows], sql` or `)})`;
}

/** The condition that the document has the property, from its type or an instance facet. */
export function hasProperty(
  context: SqlContext,
  definition: PropertyDefinition,
): RawBuilder<SqlBool> | boolean {
  const { model } = context;
  const { types, facets } = model.definition;
  return hasTypeOrFacet(context, {
    types: types
      .map(({ name }) => name)
      .filter((n) => model.shapeOf(n).properties.has(definition.key)),
    facets: facets
      .filter(({ schemas }) => schemas.includes(definition.schema.name))
      .map(({ name }) => name),
  });
}

function hasTypeOrFacet(
  context: SqlContext,
  { types, facets }: { types: readonly string[]; facets: readonly string[] },
): RawBuilder<SqlBool> | boolean {
  const byType = types.length > 0 && isOfType(types);
  const byFacet = facets.length > 0 && hasInstanceFacet(context, facets);
  if (byType === false || byFacet === false) return byType || byFacet;
  return sql`(${byType} or ${byFacet})`;
}

/** A proxy's row has the type of its target, which does not change. */
function isOfType(types: readonly string[]): RawBuilder<SqlBool> {
  return sql`${rowColumn('primary_type')} in (${literals(types)})`;
}

function hasInstanceFacet(context: SqlContext, facets: readonly string[]): RawBuilder<SqlBool> {
  return context.dialect.json.hasAny(contentColumn(context, 'instance_facets'), facets);
}

/** Names of the content model are literals, as the parameters of a statement are bounded. */
export function literals(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.lit(name)));
}
