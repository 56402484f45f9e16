import { randomToken } from '../../base/ids.ts';
import type { Database } from '../../storage/database.ts';
import { ensureFact } from '../unit/server-facts.ts';

const secretSizeBytes = 32;

/** From which the tokens of devices follow. */
export function ensureTokenSecret(database: Database): Promise<string> {
  return ensureFact(database, 'token-secret', () => randomToken(secretSizeBytes));
}
