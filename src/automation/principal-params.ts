import { AppError } from '../base/errors/app-error.ts';
import { readGroupEntity } from '../entities/group-entity.ts';
import { readUserEntity, type UserInput } from '../entities/user-entity.ts';
import { userFields } from '../model/user.ts';
import type { NewGroup } from '../repository/principals/groups.ts';
import { parseStringList } from './text-lists.ts';
import { isList, type PropertyMap, type Value, type ValueMap } from './values.ts';

/** Whether to create a user or group, to update it, or both. */
export const writeModes = ['createOrUpdate', 'create', 'update'] as const;
type WriteMode = (typeof writeModes)[number];

/** @throws AppError operation.parameter-invalid */
export function readWriteMode(text: string | null): WriteMode {
  if (isBlank(text)) return 'createOrUpdate';
  const mode = writeModes.find((known) => known === text);
  if (mode) return mode;
  throw new AppError(
    'operation.parameter-invalid',
    `Parameter mode: expected one of ${writeModes.join(', ')}`,
  );
}

/** Further fields by name, with or without the prefix of their schema. */
interface FurtherFields {
  readonly properties: PropertyMap;
}

interface UserParams extends FurtherFields {
  readonly username: string;
  readonly password: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly email: string | null;
  readonly tenantId: string | null;
  readonly groups: readonly string[] | null;
}

/**
 * The user as the parameters describe it. Blank ones are ignored, as forms send all of them;
 * `properties` can clear a field.
 *
 * @throws AppError operation.parameter-invalid, user.invalid
 */
export function readUserParams({ username, properties, ...params }: UserParams): UserInput {
  const further = readFurther(properties, 'user', {
    texts: ['username', 'password', ...userFields],
    lists: ['groups'],
  });
  if ((further.username ?? username) !== username) {
    throw new AppError(
      'user.invalid',
      `properties: username must be ${username}, or be left out; a user cannot be renamed`,
    );
  }
  return readUserEntity({ properties: { ...further, ...given(params), username } });
}

/** The user that an input describes. @throws AppError user.invalid */
export function readUserInput(input: ValueMap): UserInput {
  return readUserEntity(plainOf(input) as Record<string, unknown>);
}

/** As JSON has it: objects in place of maps. */
export function plainOf(value: Value): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, each]) => [name, plainOf(each as Value)]));
  }
  return isList(value) ? value.map(plainOf) : value;
}

interface GroupParams extends FurtherFields {
  readonly groupname: string;
  readonly grouplabel: string | null;
  readonly description: string | null;
  readonly tenantId: string | null;
  readonly members: readonly string[] | null;
  readonly subGroups: readonly string[] | null;
  readonly parentGroups: readonly string[] | null;
}

/**
 * The group as the parameters describe it; see `readUserParams` for blank ones. The names of the
 * groups of a tenant begin with its id.
 *
 * @throws AppError operation.parameter-invalid, group.invalid
 */
export function readGroupParams({ groupname, properties, ...params }: GroupParams): NewGroup {
  const further = readFurther(properties, 'group', {
    texts: ['groupname', 'grouplabel', 'description', 'tenantId'],
    lists: ['members', 'subGroups', 'parentGroups'],
  });
  if ((further.groupname ?? groupname) !== groupname) {
    throw new AppError(
      'group.invalid',
      `properties: groupname must be ${groupname}, or be left out; a group cannot be renamed`,
    );
  }
  const { members, subGroups, parentGroups, ...fields } = { ...further, ...given(params) };
  const input = readGroupEntity({
    properties: fields,
    ...(members !== undefined && { memberUsers: members }),
    ...(subGroups !== undefined && { memberGroups: subGroups }),
    ...(parentGroups !== undefined && { parentGroups }),
  });
  return {
    groupname: isBlank(params.tenantId) ? groupname : `tenant-${params.tenantId}_${groupname}`,
    label: input.label,
    description: input.description,
    tenantId: input.tenantId,
    memberUsers: input.memberUsers,
    memberGroups: input.memberGroups,
    parentGroups: input.parentGroups,
  };
}

interface KnownFields {
  readonly texts: readonly string[];
  readonly lists: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Texts of list fields are decoded. Unknown fields are refused: they could not be stored. */
function readFurther(properties: PropertyMap, prefix: string, known: KnownFields): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of properties) {
    const name = key.startsWith(`${prefix}:`) ? key.slice(prefix.length + 1) : key;
    const isList = known.lists.includes(name);
    if (!isList && !known.texts.includes(name)) {
      throw new AppError(
        'operation.parameter-invalid',
        `Parameter properties: ${key.slice(0, 200)} is no field of a ${prefix}; there are ${[...known.texts, ...known.lists].join(', ')}`,
      );
    }
    fields[name] = isList && typeof value === 'string' ? namesIn(value) : value;
  }
  return fields;
}

function namesIn(text: string): readonly string[] {
  return parseStringList(text, { trims: true }).filter((name) => name !== '');
}

/** The given parameters. An empty array is one: it empties the list. */
function given(params: Readonly<Record<string, string | readonly string[] | null>>): Fields {
  const entries = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || typeof value === 'string') return isBlank(value) ? [] : [[name, value]];
    const names = value.filter((item) => item !== '');
    return names.length === 0 && value.length > 0 ? [] : [[name, names]];
  });
  return Object.fromEntries(entries);
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
