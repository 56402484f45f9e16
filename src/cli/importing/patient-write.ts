import { sleep } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import { createUnit, type WriteUnit } from '../../repository/unit/unit.ts';
import type { FolderImport } from './import-task.ts';

export const attemptsMax = 5;
const pauseMs = 200;

/** A unit of the import. A server that writes to the same store at the same time may block it for a while. */
export async function writePatiently<T>(
  { store: { database, repository }, principal }: Pick<FolderImport, 'store' | 'principal'>,
  work: (unit: WriteUnit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.write((handle) => work(createUnit(handle, repository, principal)));
    } catch (error) {
      const isPassing = isAppError(error, 'store.busy') || isAppError(error, 'store.conflict');
      if (!isPassing || attempt === attemptsMax) throw error;
      await sleep(attempt * pauseMs);
    }
  }
}
