import type { PendingChangeWork, SubtreeTaskWork } from '../model/subtree-work.ts';
import { pendingKinds, subtreeTaskKinds, subtreeWorkStates } from '../model/subtree-work.ts';
import {
  arrayOf,
  entityOf,
  instant,
  integer,
  type JsonOf,
  nullable,
  oneOf,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

const common = {
  state: oneOf(...subtreeWorkStates),
  documentId: text,
  path: nullable(text),
  principalName: text,
  since: instant,
  done: integer,
  total: nullable(integer),
  failures: integer,
  lastError: nullable(text),
  retryAt: nullable(instant),
};

const pendingChangeSchema = entityOf('pendingChange', {
  number: integer,
  kind: oneOf(...pendingKinds),
  newPath: nullable(text),
  ...common,
});

const subtreeTaskSchema = entityOf('subtreeTask', {
  id: text,
  kind: oneOf(...subtreeTaskKinds),
  ...common,
});

export const pendingChangesSchema = entityOf('pendingChanges', {
  entries: arrayOf(pendingChangeSchema),
  tasks: arrayOf(subtreeTaskSchema),
});

/** Changes of large folders that are not in all their documents yet, and the tasks that follow. */
export function writePendingChanges({
  changes,
  tasks,
}: {
  readonly changes: readonly PendingChangeWork[];
  readonly tasks: readonly SubtreeTaskWork[];
}): JsonOf<typeof pendingChangesSchema> {
  return {
    'entity-type': 'pendingChanges',
    entries: changes.map((change) => ({
      'entity-type': 'pendingChange',
      number: change.seq,
      kind: change.kind,
      newPath: change.newPath,
      ...commonOf(change),
    })),
    tasks: tasks.map((task) => ({
      'entity-type': 'subtreeTask',
      id: task.id,
      kind: task.kind,
      ...commonOf(task),
    })),
  };
}

function commonOf({ sinceMs, retryAtMs, ...work }: PendingChangeWork | SubtreeTaskWork) {
  const { state, documentId, path, principalName, done, total, failures, lastError } = work;
  return {
    state,
    documentId,
    path,
    principalName,
    since: writeTimestamp(sinceMs),
    done,
    total,
    failures,
    lastError,
    retryAt: retryAtMs === null ? null : writeTimestamp(retryAtMs),
  };
}
