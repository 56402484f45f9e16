import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderParent } from './folder-parent.ts';
import { PostgresNode } from './postgres-node.ts';
import { postgresPrograms } from './postgres-server.ts';
import { serverUser } from './server-user.ts';

const settings = ['max_connections=100', 'shared_buffers=32MB', 'wal_keep_size=512MB'];
/** What a commit waits for: the standby has applied it. */
const synchronous = ['synchronous_standby_names=standby', 'synchronous_commit=remote_apply'];

export interface ClusterOptions {
  /** Whether a commit waits for the standby; yes by default. */
  readonly isSynchronous?: boolean;
}

/** A primary with a hot standby, both real; the files that use it start it in about five seconds. */
export class PostgresCluster {
  readonly first: PostgresNode;
  readonly second: PostgresNode;
  readonly #folder: string;

  private constructor(folder: string, nodes: readonly [PostgresNode, PostgresNode]) {
    this.#folder = folder;
    [this.first, this.second] = nodes;
  }

  static async start({ isSynchronous = true }: ClusterOptions = {}): Promise<PostgresCluster> {
    const folder = await mkdtemp(join(folderParent(), 'cartulary-cluster-'));
    await chmod(folder, 0o755);
    const [bin, user] = await Promise.all([postgresPrograms(folder), serverUser()]);
    const first = await PostgresNode.create({ bin, folder, name: 'first', user });
    const second = await PostgresNode.create({ bin, folder, name: 'second', user });
    await first.initialise();
    await first.start(settings);
    await first.query('postgres', 'create database cartulary');
    await second.copyFrom(first);
    await second.start([...settings]);
    const cluster = new PostgresCluster(folder, [first, second]);
    if (isSynchronous) await cluster.waitForStandby();
    return cluster;
  }

  /** The address that names both. */
  get url(): string {
    const url = this.first.url('cartulary');
    const host = `127.0.0.1:${this.first.port}`;
    return `${url.replace(host, `${host},127.0.0.1:${this.second.port}`)}?target_session_attrs=read-write&connect_timeout=2`;
  }

  /** From now on commits wait for the standby. */
  async waitForStandby(): Promise<void> {
    for (const each of synchronous) {
      const [name, value] = each.split('=');
      await this.first.query('postgres', `alter system set ${name} = '${value}'`);
    }
    await this.first.query('postgres', 'select pg_reload_conf()');
  }

  /** The standby becomes the primary, and waits for no other. */
  async promoteSecond(): Promise<void> {
    await this.second.query('postgres', 'select pg_promote(true, 60)');
  }

  async close(): Promise<void> {
    await Promise.all([this.first.kill(), this.second.kill()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
