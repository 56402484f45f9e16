import { type Ace, type Acl, grantAce } from './acl.ts';

/** What a user or the users of a group may do because of a task. */
export interface TaskRight {
  /** The name of a user or group. */
  readonly principal: string;
  readonly permission: string;
}

/**
 * For what a task allows something: `routing` and `delegation` on its documents and all below them,
 * `task` on the document of the task itself and nothing below it.
 */
type TaskGrantKind = 'routing' | 'delegation' | 'task';

export interface TaskGrant extends TaskRight {
  readonly taskId: string;
  /** The document that it was made for. */
  readonly documentId: string;
  readonly kind: TaskGrantKind;
}

const computedName = /^(?:routing|delegation|task)\/./;

/** Whether lists of this name show what tasks allow: such a list cannot be set. */
export function isNameOfTaskGrants(aclName: string): boolean {
  return computedName.test(aclName);
}

/** Who is named as the creator of the entries. */
const creator = 'Workflow';

export function aceOfRight({ principal, permission }: TaskRight): Ace {
  return grantAce(principal, permission, creator);
}

/** The grants as lists of entries, one for each task and kind, in the order of the grants. */
export function aclsOfGrants(grants: readonly TaskGrant[]): readonly Acl[] {
  const byName = Map.groupBy(grants, ({ kind, taskId }) => `${kind}/${taskId}`);
  return [...byName].map(([name, some]) => ({ name, aces: some.map(aceOfRight) }));
}
