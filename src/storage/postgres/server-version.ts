import { AppError } from '../../base/errors/app-error.ts';
import type { QueryTarget } from './query-target.ts';

/** The oldest version that the program is tested with. */
const majorMin = 15;

interface ServerVersion {
  /** `170004` for 17.4. */
  readonly number: number;
  /** `17.4 (Debian 17.4-1)`. */
  readonly name: string;
}

const versionQuery = `select current_setting('server_version_num') as number,
  current_setting('server_version') as name`;

/** @throws AppError store.server-version when the server is too old for the program */
export async function refuseOldServer(target: QueryTarget): Promise<void> {
  const { rows } = await target.query({ text: versionQuery });
  const { number, name } = rows[0] as { number: string; name: string };
  refuseOldVersion({ number: Number(number), name });
}

export function refuseOldVersion({ number, name }: ServerVersion): void {
  if (Math.floor(number / 10_000) >= majorMin) return;
  const message = `the database is PostgreSQL ${name}: PostgreSQL ${majorMin} or newer is needed; \
upgrade it, or name another one in databaseUrl (CARTULARY_DATABASE_URL)`;
  throw new AppError('store.server-version', message);
}
