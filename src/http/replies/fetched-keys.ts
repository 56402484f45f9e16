import type { ListPage } from '../../automation/values.ts';
import type { ContentModel, FieldReference } from '../../model/content-model.ts';
import { type ComputedAggregate, extendedBuckets } from '../../repository/search/aggregates.ts';
import { isOfTerms } from '../../repository/search/definition.ts';
import { propertyOf } from '../../repository/search/selections.ts';
import type { RequestContext } from '../route.ts';
import { loadReplacements } from './fetched-references.ts';
import type { FetchedKeys } from './result-page.ts';

/**
 * What the keys of buckets name, where `fetch.aggregate` asks for it: users, groups and entries of
 * directories. What is not found, or not readable by the caller, stays the key.
 */
export async function fetchKeys(
  context: RequestContext,
  { aggregates = [] }: ListPage,
): Promise<FetchedKeys | undefined> {
  const asked = context.wire.fetch('aggregate');
  if (!asked.includes('key') || aggregates.length === 0) return undefined;
  const { model } = context.services.repository;
  const named = aggregates
    .filter(({ definition }) => isOfTerms(definition))
    .map((aggregate) => ({
      id: aggregate.definition.id,
      keys: extendedBuckets(aggregate).map(({ key }) => key),
      reference: referenceOf(model, aggregate),
    }));
  const values = named.flatMap(({ keys, reference }) =>
    reference ? keys.map((value) => ({ reference, value })) : [],
  );
  const replace = await loadReplacements(context, values);
  return new Map(
    named.map(({ id, keys, reference }) => [
      id,
      new Map(keys.map((key) => [key, (reference && replace(reference, key)) ?? key])),
    ]),
  );
}

function referenceOf(
  model: ContentModel,
  { definition }: ComputedAggregate,
): FieldReference | undefined {
  const property = propertyOf(definition);
  for (const { prefix, fields } of model.definition.schemas) {
    const field = fields.find(({ name }) => property === `${prefix}:${name}`);
    if (field) return field.reference ?? field.item?.reference;
  }
  return undefined;
}
