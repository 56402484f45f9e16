import { randomToken } from '../../base/ids.ts';
import type { Database, ReadHandle } from '../../storage/database.ts';
import { ensureFact, findFact } from '../unit/server-facts.ts';

const factName = 'token-secret';
const secretSizeBytes = 32;

/** From which the tokens of devices and of external users follow. */
export function ensureTokenSecret(database: Database): Promise<string> {
  return ensureFact(database, factName, () => randomToken(secretSizeBytes));
}

/** Undefined as long as no such token was made. */
export function findTokenSecret(handle: ReadHandle): Promise<string | undefined> {
  return findFact(handle, factName);
}
