import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** The process ids of those that a process has started and that still run. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

interface NodeOptions {
  /** The folder with the programs of the version to run. */
  readonly bin: string;
  /** Reachable by the user of the server. */
  readonly folder: string;
  readonly name: string;
  readonly user: ServerUser;
}

/** One PostgreSQL that is a process of the test: started, killed, frozen and promoted when it says so. */
export class PostgresNode {
  readonly data: string;
  readonly port: number;
  readonly #options: NodeOptions;
  #settings: readonly string[] = [];
  #process: ChildProcess | undefined;

  private constructor(options: NodeOptions, port: number) {
    this.#options = options;
    this.data = join(options.folder, options.name);
    this.port = port;
  }

  static async create(options: NodeOptions): Promise<PostgresNode> {
    const node = new PostgresNode(options, await freePort());
    await mkdir(node.data, { mode: 0o700 });
    const { uid, gid } = options.user;
    if (uid !== undefined && gid !== undefined) await chown(node.data, uid, gid);
    return node;
  }

  async initialise(): Promise<void> {
    const { bin, user } = this.#options;
    const args = ['-D', this.data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8'];
    await run(join(bin, 'initdb'), [...args, '--locale=C'], user);
  }

  /** Of a database, with the password that none checks: it must not appear anywhere. */
  url(database: string): string {
    return `postgres://postgres:not-to-be-shown@127.0.0.1:${this.port}/${database}`;
  }

  /** With these settings, or with those of before. Resolves when it can be connected to. */
  async start(settings = this.#settings): Promise<void> {
    this.#settings = settings;
    const { bin, user } = this.#options;
    const always = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const flags = [...always, 'fsync=off', ...settings].flatMap((each) => ['-c', each]);
    const options = {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
    };
    const started = spawn(join(bin, 'postgres'), ['-D', this.data, ...flags], options);
    this.#process = started;
    const lines: string[] = [];
    started.stderr?.on('data', (chunk) => lines.push(String(chunk)));
    for (;;) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL has ended: ${lines.join('')}`);
      const isUp = await this.query('postgres', 'select 1').catch(() => undefined);
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** As a machine that loses its power: no process of it does anything any more. */
  async kill(): Promise<void> {
    const pids = await this.#halt();
    const end = this.#process && once(this.#process, 'exit');
    for (const pid of pids) signal(pid, 'SIGKILL');
    await end;
    this.#process = undefined;
  }

  /** As a machine whose network is cut: connections stay, and are not replied to. */
  async freeze(): Promise<void> {
    await this.#halt();
  }

  async thaw(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    for (const each of [...(await childrenOf(pid)), pid]) signal(each, 'SIGCONT');
  }

  async stop(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (pid === undefined || this.#process?.exitCode !== null) return;
    const end = once(this.#process, 'exit');
    signal(pid, 'SIGINT');
    await end;
    this.#process = undefined;
  }

  /** First the one that would start others. */
  async #halt(): Promise<readonly number[]> {
    const pid = this.#process?.pid;
    if (pid === undefined) return [];
    signal(pid, 'SIGSTOP');
    const children = await childrenOf(pid);
    for (const child of children) signal(child, 'SIGSTOP');
    return [pid, ...children];
  }

  /** A standby of the other one, which runs: a copy of its data, and where to get its log from. */
  async copyFrom(primary: PostgresNode): Promise<void> {
    const { user } = this.#options;
    const client = new pg.Client({ connectionString: primary.url('postgres') });
    await client.connect();
    try {
      await client.query("select pg_backup_start('copy', true)");
      await run('cp', ['-a', `${primary.data}/.`, this.data], user);
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
      const left = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];
      await run('rm', ['-rf', ...left.map((name) => join(this.data, name))], user);
      await run('mkdir', [join(this.data, 'pg_wal'), join(this.data, 'pg_replslot')], user);
      await this.#write('backup_label', String(rows[0].labelfile));
    } finally {
      await client.end();
    }
    await this.follow(primary);
  }

  /** From the next start on. */
  async follow(primary: PostgresNode): Promise<void> {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    await this.#write('standby.signal', '');
    await this.#write('postgresql.auto.conf', `primary_conninfo = '${source}'\n`);
  }

  async #write(name: string, text: string): Promise<void> {
    const path = join(this.data, name);
    await writeFile(path, text, { mode: 0o600 });
    const { uid, gid } = this.#options.user;
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  }
}
