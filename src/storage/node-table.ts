/** Nodes that are not heard of for so long have ended, or cannot reach the store. */
export const nodeExpiryMs = 15_000;

/** A process that serves the store, or has served it and ended without saying so. */
export interface ServerNodeTable {
  node_id: string;
  /** Of the process: made anew with each start. */
  instance: string;
  /** The same for all processes of one server, which share a node id. */
  server: string;
  host: string;
  /** What has its own numbers of processes: a machine since it was started, or a container. */
  machine: string;
  pid: number;
  /** Where it listens; null as long as it does not. */
  address: string | null;
  program_version: string;
  /** The last migration that the program knows. */
  program_revision: number;
  /** JSON object of what all nodes must have in common. */
  configuration: string;
  /** 'starting', 'serving' or 'draining'. */
  state: string;
  started_at: number;
  heartbeat_at: number;
}
