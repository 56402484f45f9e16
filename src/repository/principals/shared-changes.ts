import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import { beginSecurityChange } from './security-revision.ts';

/** A user with its memberships, a group with its members, or an entry of the directory named. */
type SharedKind = 'user' | 'group' | `entry:${string}`;

const namesPerStatement = 500;

/**
 * Every change of users, groups and entries of directories calls this first: databases of other
 * repositories have copies of them. As `beginSecurityChange`, and notes what is to be copied.
 *
 * @throws AppError server.not-implemented in such a database
 */
export async function beginSharedChange(
  handle: WriteHandle,
  kind: SharedKind,
  names: readonly string[],
): Promise<void> {
  await beginSecurityChange(handle);
  await noteSharedChange(handle, kind, names);
}

/** For names that are known only after `beginSecurityChange`, in the same unit. */
export async function noteSharedChange(
  handle: WriteHandle,
  kind: SharedKind,
  names: readonly string[],
): Promise<void> {
  const { builder } = handle;
  const revision = builder.selectFrom('security_revision').select('revision').where('id', '=', 1);
  for (const some of slicesOf(names, namesPerStatement)) {
    await handle.run(
      builder
        .insertInto('shared_change')
        .values(some.map((name) => ({ kind, name, revision })))
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'name'])
            .doUpdateSet((e) => ({ revision: e.ref('excluded.revision') })),
        ),
    );
  }
  announceAfterCommit(handle, (listener) => listener.sharedRowsChanged?.());
}
