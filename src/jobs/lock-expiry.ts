import { endExpiredLocks } from '../repository/editing/expired-locks.ts';
import { createSystemUnit, type RepositoryContext } from '../repository/unit/unit.ts';
import type { WriteHandle } from '../storage/database.ts';

const hourMs = 60 * 60 * 1_000;

/** For the periodic work: ends some locks that are too old; returns how many. Null keeps all. */
export function lockExpiry(
  repository: RepositoryContext,
  hours: number | null,
): (handle: WriteHandle, nowMs: number) => Promise<number> {
  return async (handle, nowMs) => {
    if (hours === null) return 0;
    const unit = createSystemUnit(handle, repository);
    return endExpiredLocks(unit, { beforeMs: nowMs - hours * hourMs });
  };
}
