import { join, resolve } from 'node:path';
import { randomId } from './base/ids.ts';
import type { Logger } from './base/log.ts';
import { programVersion } from './base/program.ts';
import { ClusterNode } from './cluster/cluster-node.ts';
import { keepId } from './cluster/kept-id.ts';
import { findPlace } from './cluster/process-place.ts';
import { readSharedConfiguration } from './cluster/shared-configuration.ts';
import type { Config } from './config/settings.ts';
import type { Database } from './storage/database.ts';
import { migrations } from './storage/migrations/index.ts';
import { revisionOf } from './storage/migrations/program-revision.ts';
import { type OpenedStore, openStore, type StoreOptions } from './store.ts';

/** Who this process is among those that serve the store. */
export interface NodeIdentity {
  readonly nodeId: string;
  /** Undefined for a server that is not listed among others. */
  readonly cluster: ClusterNode | undefined;
}

/** A store that this process serves: it leaves the nodes before the store is closed. */
export interface ServedStore extends OpenedStore {
  readonly node: NodeIdentity;
}

interface NodeOptions extends StoreOptions {
  /** That the processes of one server share, where it has several. */
  readonly serverId?: string | undefined;
}

/**
 * Opens the store, in which a process that does not fit writes nothing.
 *
 * @throws ConfigError when it does not fit the nodes that live; and what `openStore` throws
 */
export async function openAsNode(
  config: Config,
  log: Logger,
  { serverId, ...options }: NodeOptions = {},
): Promise<ServedStore> {
  const store = await openStore(config, log, options);
  try {
    const node = await openNode(config, { ...store, log, serverId });
    const close = async (): Promise<void> => {
      await node.cluster?.leave();
      await store.close();
    };
    return { ...store, node, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface OpenedParts {
  readonly database: Database;
  readonly log: Logger;
  readonly serverId: string | undefined;
}

async function openNode(
  config: Config,
  { database, log, serverId }: OpenedParts,
): Promise<NodeIdentity> {
  const keptId = config.nodeId ?? (await keepId(join(resolve(config.data), 'node-id')));
  if (!isCluster(config)) return { nodeId: keptId, cluster: undefined };
  const instance = randomId();
  const node = {
    instance,
    server: serverId ?? instance,
    address: null,
    program_version: programVersion,
    program_revision: revisionOf(migrations),
    state: 'starting',
  };
  const applicant = {
    node,
    place: await findPlace(),
    shared: await readSharedConfiguration(config),
    allowsAdditions: config.clusterAdditions,
    nodeId: keptId,
    isFixed: config.nodeId !== null,
  };
  const cluster = await ClusterNode.join({ database, log, applicant });
  return { nodeId: cluster.nodeId, cluster };
}

function isCluster({ clusterEnabled, databaseUrl }: Config): boolean {
  return clusterEnabled ?? databaseUrl !== null;
}
