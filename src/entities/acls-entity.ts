import { type Ace, type Acl, aceId, aceStatus, inheritedAclName } from '../model/acl.ts';
import { groupSchema } from './group-entity.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  flag,
  instant,
  type JsonOf,
  nullable,
  objectOf,
  oneOf,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';
import { userSchema } from './user-entity.ts';

const aceMembers = {
  id: text,
  username: text,
  permission: text,
  granted: flag,
  creator: nullable(text),
  begin: nullable(instant),
  end: nullable(instant),
  status: oneOf('pending', 'effective', 'archived'),
};

const aceSchema = objectOf(aceMembers);

export const aclsSchema = entityOf('acls', {
  acl: arrayOf(objectOf({ name: text, ace: arrayOf(aceSchema) })),
});

const principal = anyOf(text, userSchema, groupSchema);

/** The value of the enricher. */
export const aclListSchema = arrayOf(
  objectOf({
    name: text,
    aces: arrayOf(
      objectOf(
        { ...aceMembers, username: principal, creator: nullable(principal), externalUser: flag },
        { notify: flag, comment: text },
      ),
    ),
  }),
);

type Principal = JsonOf<typeof principal>;

interface AclsInput {
  readonly own: readonly Acl[];
  readonly inherited: readonly Ace[];
  readonly nowMs: number;
}

/** The response of `@acl`: its keys are `acl` and `ace`, unlike the enricher's. */
export function writeAcls(input: AclsInput): JsonOf<typeof aclsSchema> {
  const { nowMs } = input;
  return {
    'entity-type': 'acls',
    acl: allAcls(input).map((acl) => ({
      name: acl.name,
      ace: acl.aces.map((ace) => writeAce(ace, nowMs)),
    })),
  };
}

interface AclListOptions {
  /** Entries show `notify` and `comment`, where these are set. */
  readonly isExtended: boolean;
  /** What is written instead of a name. */
  username(name: string): Principal;
  creator(name: string): Principal;
}

export function writeAclList(
  input: AclsInput,
  options: AclListOptions,
): JsonOf<typeof aclListSchema> {
  const { isExtended, username, creator } = options;
  return allAcls(input).map(({ name, aces }) => ({
    name,
    aces: aces.map((ace) => ({
      ...writeAce(ace, input.nowMs),
      username: username(ace.username),
      externalUser: ace.username.startsWith(externalPrefix),
      creator: ace.creator === null ? null : creator(ace.creator),
      ...(isExtended && ace.notify !== undefined && { notify: ace.notify }),
      ...(isExtended && typeof ace.comment === 'string' && { comment: ace.comment }),
    })),
  }));
}

/** Of users that exist only for the entry. */
const externalPrefix = 'transient/';

function allAcls({ own, inherited }: AclsInput): readonly Acl[] {
  return inherited.length === 0 ? own : [...own, { name: inheritedAclName, aces: inherited }];
}

function writeAce(ace: Ace, nowMs: number): JsonOf<typeof aceSchema> {
  return {
    id: aceId(ace),
    username: ace.username,
    permission: ace.permission,
    granted: ace.granted,
    creator: ace.creator,
    begin: ace.begin === null ? null : writeTimestamp(ace.begin),
    end: ace.end === null ? null : writeTimestamp(ace.end),
    status: aceStatus(ace, nowMs),
  };
}
