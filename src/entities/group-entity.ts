import type { Group, GroupRelations } from '../model/user.ts';
import { entityOf, type JsonOf, nullable, objectOf, text, texts } from './json-schema.ts';
import { readFields } from './principal-fields.ts';

/** A group entity as sent by a client: absent members do not change. */
export interface GroupInput extends Partial<GroupRelations> {
  /** The `id`, the old `groupname` at the top, or the one among the properties: the first of these. */
  readonly groupname: string | undefined;
  /** At the top of the entity as old clients send it, which wins over the one in the properties. */
  readonly label: string | null | undefined;
  readonly description: string | null | undefined;
  readonly tenantId: string | null | undefined;
}

/** Lists that are written only when asked for with `fetch.group`. */
export const groupRelationNames = ['memberUsers', 'memberGroups', 'parentGroups'] as const;
type GroupRelationName = (typeof groupRelationNames)[number];

export const groupSchema = entityOf(
  'group',
  {
    groupname: text,
    grouplabel: nullable(text),
    id: text,
    properties: objectOf({
      groupname: text,
      grouplabel: nullable(text),
      description: nullable(text),
      tenantId: nullable(text),
    }),
  },
  { memberUsers: texts, memberGroups: texts, parentGroups: texts },
);

export type GroupEntity = JsonOf<typeof groupSchema>;

/** Unknown members are ignored. @throws AppError group.invalid naming all invalid members */
export function readGroupEntity(entity: Readonly<Record<string, unknown>>): GroupInput {
  return readFields('group.invalid', (fields) => {
    const properties = fields.object(entity, 'properties');
    const topLabel = fields.text(entity, 'grouplabel');
    const propertyLabel = fields.text(properties, 'grouplabel');
    const relations: { -readonly [Name in GroupRelationName]?: readonly string[] } = {};
    for (const name of groupRelationNames) {
      const names = fields.names(entity, name);
      if (names?.some((each) => each.trim() === '')) {
        fields.refuse(name, 'must not have blank names');
      }
      if (names) relations[name] = names;
    }
    return {
      groupname:
        fields.text(entity, 'id') ||
        fields.text(entity, 'groupname') ||
        fields.text(properties, 'groupname') ||
        undefined,
      label: topLabel ?? (propertyLabel === undefined ? topLabel : propertyLabel),
      description: fields.text(properties, 'description'),
      tenantId: fields.text(properties, 'tenantId'),
      ...relations,
    };
  });
}

/** The group entity, with those of the relations that `fetch` names. */
export function writeGroupEntity(
  group: Group,
  relations?: { readonly fetch: readonly string[]; readonly values: GroupRelations },
): GroupEntity {
  const { groupname, label, description, tenantId } = group;
  const entity: { -readonly [Name in keyof GroupEntity]: GroupEntity[Name] } = {
    'entity-type': 'group',
    groupname,
    grouplabel: label,
    id: groupname,
    properties: { groupname, grouplabel: label, description, tenantId },
  };
  for (const name of groupRelationNames) {
    if (relations?.fetch.includes(name)) entity[name] = relations.values[name];
  }
  return entity;
}
