import type { Group, GroupRelations } from '../model/user.ts';
import { createFieldReader } from './principal-fields.ts';

/** A group entity as sent by a client: what is absent shall not change. */
export interface GroupInput extends Partial<GroupRelations> {
  readonly groupname: string | undefined;
  /** The label at the top of the entity and the one among the properties; both are in use. */
  readonly topLabel: string | null | undefined;
  readonly propertyLabel: string | null | undefined;
  readonly description: string | null | undefined;
  readonly tenantId: string | null | undefined;
}

/** Lists that are written only when asked for with `fetch.group`. */
export const groupRelationNames = ['memberUsers', 'memberGroups', 'parentGroups'] as const;
export type GroupRelationName = (typeof groupRelationNames)[number];

const fields = createFieldReader('group.invalid');

/** Unknown members are ignored. @throws AppError group.invalid naming what has a wrong type */
export function readGroupEntity(entity: Readonly<Record<string, unknown>>): GroupInput {
  const properties = fields.object(entity, 'properties');
  const topName = fields.text(entity, 'groupname') || undefined;
  const relations: { -readonly [Name in GroupRelationName]?: readonly string[] } = {};
  for (const name of groupRelationNames) {
    const names = fields.texts(entity, name);
    if (names) relations[name] = names;
  }
  return {
    groupname: topName ?? (fields.text(properties, 'groupname') || undefined),
    topLabel: fields.text(entity, 'grouplabel'),
    propertyLabel: fields.text(properties, 'grouplabel'),
    description: fields.text(properties, 'description'),
    tenantId: fields.text(properties, 'tenantId'),
    ...relations,
  };
}

/**
 * The label a client means. One that reads a group, changes either label and sends all back means
 * the one it changed; the top-level one wins unless the property differs from what is stored.
 */
export function chooseLabel(
  input: Pick<GroupInput, 'topLabel' | 'propertyLabel'>,
  stored: string | null,
): string | null | undefined {
  const { topLabel, propertyLabel } = input;
  if (propertyLabel !== undefined && propertyLabel !== stored) return propertyLabel;
  return topLabel === undefined ? propertyLabel : topLabel;
}

/** The group entity, with those of the relations that `fetch` names. */
export function writeGroupEntity(
  group: Group,
  relations?: { readonly fetch: readonly string[]; readonly values: GroupRelations },
): object {
  const { groupname, label, description, tenantId } = group;
  const entity: Record<string, unknown> = {
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
