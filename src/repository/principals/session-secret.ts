import { randomToken } from '../../base/ids.ts';
import type { Database } from '../../storage/database.ts';
import { ensureFact } from '../unit/server-facts.ts';

const secretSizeBytes = 32;

/** The key that signs sessions. */
export function ensureSessionSecret(database: Database): Promise<string> {
  return ensureFact(database, 'session-secret', () => randomToken(secretSizeBytes));
}
