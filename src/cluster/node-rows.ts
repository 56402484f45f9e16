import { putFact } from '../repository/unit/server-facts.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { nodeExpiryMs, type ServerNodeTable } from '../storage/node-table.ts';

export type NodeState = 'starting' | 'serving' | 'draining';

/** A process as the store knows it. */
export interface NodeRow extends Omit<ServerNodeTable, 'heartbeat_at'> {
  /** How long ago it was heard of. */
  readonly silentMs: number;
}

/** What tells a process from others of its node. */
interface NodeKey {
  readonly nodeId: string;
  readonly instance: string;
}

/** Rows of nodes that ended unexpectedly are listed for so long. */
const forgottenAfterMs = 24 * 60 * 60 * 1_000;

/** One process at a time joins the nodes of a store, until its unit ends. */
export function lockNodes(handle: WriteHandle, instance: string): Promise<void> {
  return putFact(handle, 'last-joined', instance);
}

/** All that are known, by their id. */
export async function listNodes(handle: ReadHandle): Promise<NodeRow[]> {
  const { clock } = handle.dialect;
  const query = handle.builder
    .selectFrom('server_node')
    .selectAll()
    .select(clock.instant(clock.offset(0)).as('clock'))
    .orderBy('node_id')
    .orderBy('started_at');
  const rows = await handle.all(query);
  return rows.map(({ clock: present, heartbeat_at, ...row }) => ({
    ...row,
    silentMs: Math.max(0, present - heartbeat_at),
  }));
}

export function isSilent({ silentMs }: NodeRow): boolean {
  return silentMs >= nodeExpiryMs;
}

export type NewNode = Omit<ServerNodeTable, 'started_at' | 'heartbeat_at'>;

export async function insertNode(handle: WriteHandle, node: NewNode): Promise<void> {
  const { builder, dialect } = handle;
  const present = dialect.clock.instant(dialect.clock.offset(0));
  await handle.run(
    builder
      .insertInto('server_node')
      .values({ ...node, started_at: present, heartbeat_at: present }),
  );
}

/** Removes the rows of processes that have ended, and those that are too old to be of interest. */
export async function removeEnded(handle: WriteHandle, ended: readonly NodeKey[]): Promise<void> {
  const { builder, dialect } = handle;
  for (const key of ended) await removeNode(handle, key);
  const oldest = dialect.clock.instant(dialect.clock.offset(-forgottenAfterMs));
  await handle.run(builder.deleteFrom('server_node').where('heartbeat_at', '<', oldest));
}

export async function removeNode(
  handle: WriteHandle,
  { nodeId, instance }: NodeKey,
): Promise<void> {
  await handle.run(
    handle.builder
      .deleteFrom('server_node')
      .where('node_id', '=', nodeId)
      .where('instance', '=', instance),
  );
}

interface NodeBeat extends NodeKey {
  readonly state: NodeState;
  readonly address: string | null;
}

/** False when the row is gone: the process was taken for ended. */
export async function beatNode(handle: WriteHandle, beat: NodeBeat): Promise<boolean> {
  const { builder, dialect } = handle;
  const changed = await handle.run(
    builder
      .updateTable('server_node')
      .set({
        state: beat.state,
        address: beat.address,
        heartbeat_at: dialect.clock.instant(dialect.clock.offset(0)),
      })
      .where('node_id', '=', beat.nodeId)
      .where('instance', '=', beat.instance),
  );
  return changed > 0;
}
