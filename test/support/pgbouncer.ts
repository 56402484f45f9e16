import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { folderParent } from './folder-parent.ts';
import { freePort } from './free-port.ts';
import { serverUser } from './server-user.ts';

/** With the value `transaction` in the environment all tests on PostgreSQL use a pooler in that mode. */
export const poolerVariable = 'CARTULARY_DATABASE_POOLER';

/** Whether it is installed (Debian package pgbouncer); the reason is printed where it is not. */
export function hasPgBouncer(): boolean {
  const isThere = spawnSync('pgbouncer', ['--version']).status === 0;
  if (!isThere) process.stdout.write('pgbouncer is not installed: its tests are skipped\n');
  return isThere;
}

/** The real PgBouncer in transaction mode, before any database of a server. */
export class PgBouncer {
  /** Without a database name, as that of the server. */
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  /** `serverUrl`: of a server that trusts those who connect. */
  static async start(
    serverUrl: string,
    { poolSize = 20 }: { readonly poolSize?: number } = {},
  ): Promise<PgBouncer> {
    const folder = await mkdtemp(join(folderParent(), 'cartulary-pgbouncer-'));
    const port = await freePort();
    const server = new URL(serverUrl);
    const users = join(folder, 'users.txt');
    await writeFile(users, '"postgres" "postgres"\n');
    const file = join(folder, 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `* = host=${decodeURIComponent(server.hostname)} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 1000',
      'server_idle_timeout = 5',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    for (const path of [folder, users, file]) await chmod(path, 0o755);
    const child = spawn('pgbouncer', [file], { ...(await serverUser()), stdio: 'ignore' });
    const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
    const pooler = new PgBouncer(url, folder, child);
    await pooler.#untilReady();
    return pooler;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const end = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await end;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error('pgbouncer has ended');
      const client = new pg.Client({ connectionString: `${this.url}/postgres` });
      client.on('error', () => undefined);
      const isReady = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
