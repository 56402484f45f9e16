import { parsePostgresAddress } from './postgres-address.ts';
import { setting } from './setting-definition.ts';
import { integer, oneOf, optional, Problem } from './setting-values.ts';

/** Settings of the connection to PostgreSQL; a part of the list in `settings.ts`. */
export const databaseSettings = {
  databaseFailoverSeconds: setting<number | null>({
    env: 'CARTULARY_DATABASE_FAILOVER_SECONDS',
    description:
      'how long requests wait while a server is looked for that can write; when not set, 10 with several hosts in databaseUrl and 0 with one',
    default: null,
    parse: optional(integer(0, 600, 'seconds')),
  }),
  databasePooler: setting({
    env: 'CARTULARY_DATABASE_POOLER',
    description:
      'transaction when databaseUrl names a pooler such as PgBouncer in that mode: nothing is sent that must outlast a transaction',
    default: 'none' as 'none' | 'transaction',
    parse: oneOf('none', 'transaction'),
  }),
  databasePoolSize: setting({
    env: 'CARTULARY_DATABASE_POOL_SIZE',
    description: 'connections to PostgreSQL',
    default: 20,
    parse: integer(2, 500, 'connections'),
  }),
  databaseUrl: setting<string | null>({
    env: 'CARTULARY_DATABASE_URL',
    description:
      'postgres://user:password@host/database, or several hosts host1:port1,host2:port2 of which the primary is used; SQLite in the data folder when not set',
    isSecret: true,
    default: null,
    parse: optional(databaseUrl),
  }),
} as const;

function databaseUrl(input: unknown): string | Problem {
  if (typeof input !== 'string') return new Problem('must be a postgres:// address');
  const address = parsePostgresAddress(input);
  return address instanceof Problem ? address : input;
}
