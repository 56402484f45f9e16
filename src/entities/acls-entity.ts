import { type Ace, type Acl, aceId, aceStatus, inheritedAclName } from '../model/acl.ts';
import { writeTimestamp } from './timestamp.ts';

export interface AclsInput {
  readonly own: readonly Acl[];
  readonly inherited: readonly Ace[];
  readonly nowMs: number;
}

/** The answer of `@acl`: its keys are `acl` and `ace`, unlike the enricher's. */
export function writeAcls({ own, inherited, nowMs }: AclsInput): object {
  const all = inherited.length === 0 ? own : [...own, { name: inheritedAclName, aces: inherited }];
  return {
    'entity-type': 'acls',
    acl: all.map((acl) => ({ name: acl.name, ace: acl.aces.map((ace) => writeAce(ace, nowMs)) })),
  };
}

function writeAce(ace: Ace, nowMs: number): object {
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
