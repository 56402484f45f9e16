import { type User, type UserProfile, userFields } from '../model/user.ts';
import {
  anything,
  arrayOf,
  entityOf,
  flag,
  type JsonOf,
  nullable,
  objectOf,
  text,
  texts,
} from './json-schema.ts';
import { type FieldReader, readFields } from './principal-fields.ts';

/** A user entity as sent by a client: absent members do not change. */
export interface UserInput {
  /** Undefined when absent or empty, as the web client sends it for a new user. */
  readonly id: string | undefined;
  readonly username: string | undefined;
  readonly profile: Partial<UserProfile>;
  readonly groups: readonly string[] | undefined;
  /** Undefined also when empty: there are no empty passwords. */
  readonly password: string | undefined;
}

const emailPattern = /^[^@]+@[^.]+\..+$/;

/**
 * Unknown properties are ignored. Contract: the body of an update has an id. It may be empty: web
 * clients send an empty id and mean the user of the path.
 *
 * @throws AppError user.invalid naming all invalid members
 */
export function readUserEntity(
  entity: Readonly<Record<string, unknown>>,
  { needsId = false }: { readonly needsId?: boolean } = {},
): UserInput {
  return readFields('user.invalid', (fields) => {
    if (needsId && (entity.id ?? null) === null) {
      fields.refuse('id', 'is required; send the id of the user, as GET answers it');
    }
    const properties = fields.object(entity, 'properties');
    return {
      id: fields.text(entity, 'id') || undefined,
      username: fields.text(properties, 'username') || undefined,
      profile: readProfile(fields, properties),
      groups: fields.names(properties, 'groups'),
      password: fields.text(properties, 'password') || undefined,
    };
  });
}

function readProfile(
  fields: FieldReader,
  properties: Readonly<Record<string, unknown>>,
): Partial<UserProfile> {
  const profile: { -readonly [Field in keyof UserProfile]?: string | null } = {};
  for (const name of userFields) {
    const value = fields.text(properties, name);
    if (value !== undefined) profile[name] = value === '' ? null : value;
  }
  if (profile.email && !emailPattern.test(profile.email)) {
    fields.refuse('email', 'must look like name@example.org');
  }
  return profile;
}

export const userSchema = entityOf(
  'user',
  {
    id: text,
    properties: objectOf({
      username: text,
      firstName: nullable(text),
      lastName: nullable(text),
      company: nullable(text),
      email: nullable(text),
      groups: texts,
      tenantId: nullable(text),
    }),
    extendedGroups: arrayOf(objectOf({ name: text, label: nullable(text), url: text })),
    isAdministrator: flag,
    isAnonymous: flag,
  },
  { contextParameters: objectOf({ userprofile: anything }) },
);

export type UserEntity = JsonOf<typeof userSchema>;

/** The user entity; the password is never in it. */
export function writeUserEntity(user: User): UserEntity {
  const { username, profile } = user;
  return {
    'entity-type': 'user',
    id: username,
    properties: {
      username,
      firstName: profile.firstName,
      lastName: profile.lastName,
      company: profile.company,
      email: profile.email,
      groups: user.directGroups,
      tenantId: profile.tenantId,
    },
    extendedGroups: user.allGroups.map(({ name, label }) => ({
      name,
      label,
      url: `group/${name}`,
    })),
    isAdministrator: user.isAdministrator,
    isAnonymous: false,
  };
}
