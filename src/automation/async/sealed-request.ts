import { AppError } from '../../base/errors/app-error.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { openSealedText, type Seal, sealText } from '../../base/sealing.ts';
import { ensureSessionSecret } from '../../repository/principals/session-secret.ts';
import type { Database } from '../../storage/database.ts';

/**
 * The JSON of a request that waits in the store. Any parameter of an operation or a chain, any
 * variable may be a password, so the whole is encrypted: neither the files of the store nor lists
 * of jobs show it. The key is the store's own secret, which all its nodes have; anyone who can read
 * the whole store can decrypt it.
 */
export async function sealRequest(
  database: Database,
  executionId: string,
  request: unknown,
): Promise<string> {
  return sealText(stringifyJson(request), await sealOf(database, executionId));
}

/** @throws AppError operation.failed when the secret of the store was changed meanwhile */
export async function openRequest(
  database: Database,
  executionId: string,
  sealed: string,
): Promise<unknown> {
  const text = openSealedText(sealed, await sealOf(database, executionId));
  if (text !== undefined) return parseJson(text);
  throw new AppError('operation.failed', 'The request can no longer be read: send it again');
}

async function sealOf(database: Database, executionId: string): Promise<Seal> {
  const secret = await ensureSessionSecret(database);
  return { secret, purpose: `request of execution ${executionId}` };
}
