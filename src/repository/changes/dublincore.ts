import type { DocumentShape } from '../../model/content-model.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import type { UnitContext } from '../unit/unit.ts';

/** The dates, creator and contributors of a new document. Types without the schema get none. */
export function stampCreation(
  shape: DocumentShape,
  unit: UnitContext,
  properties: Properties,
): Properties {
  if (!shape.properties.has('dc:created')) return properties;
  const { username } = unit.principal;
  return {
    ...properties,
    'dc:created': unit.nowMs,
    'dc:modified': unit.nowMs,
    'dc:creator': username,
    'dc:lastContributor': username,
    'dc:contributors': [username],
  };
}

export function stampModification(
  shape: DocumentShape,
  unit: UnitContext,
  properties: Properties,
): Properties {
  if (!shape.properties.has('dc:modified')) return properties;
  const { username } = unit.principal;
  return {
    ...properties,
    'dc:modified': unit.nowMs,
    'dc:lastContributor': username,
    'dc:contributors': withContributor(properties['dc:contributors'], username),
  };
}

function withContributor(contributors: PropertyValue | undefined, username: string): PropertyValue {
  const known = Array.isArray(contributors) ? contributors : [];
  return known.includes(username) ? known : [...known, username];
}
