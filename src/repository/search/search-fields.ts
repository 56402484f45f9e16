import type { ContentModel, DocumentShape, PropertyDefinition } from '../../model/content-model.ts';
import { propertyValue } from '../../model/property-access.ts';
import type { SavedValue } from '../../model/saved-search.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import type { ParameterValue } from '../query/bind-parameters.ts';
import { readField } from './search-document.ts';

/** The fields of the document's type that are not from facets: those of the search itself. */
export function ownFields(
  model: ContentModel,
  { type, facets, properties }: DocumentShape,
): readonly PropertyDefinition[] {
  const byFacets = new Set(facets.flatMap((name) => model.findFacet(name)?.schemas ?? []));
  const own = new Set(type.schemas.filter((name) => !byFacets.has(name)));
  return [...properties.values()].filter(({ schema }) => own.has(schema.name));
}

/** @throws AppError request.invalid for a value that is invalid for the field */
export function fieldValue({ field }: PropertyDefinition, value: SavedValue): PropertyValue {
  const read = value === null ? undefined : readField(field, value);
  return read === undefined ? null : storable(read);
}

function storable(value: ParameterValue): PropertyValue {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object') return value.map(storable);
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** The value in the form of requests. */
export function savedValue(definition: PropertyDefinition, properties: Properties): SavedValue {
  const value = propertyValue(properties, definition) ?? null;
  if (Array.isArray(value)) return value.map(String);
  const { type } = definition.field;
  if (value === null) return type === 'array' || type === 'list' ? [] : null;
  if (definition.field.type === 'date') return new Date(Number(value)).toISOString();
  return String(value);
}
