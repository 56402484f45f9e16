import { ConfigError } from '../config/load.ts';
import type { WriteHandle } from '../storage/database.ts';
import { nodeExpiryMs } from '../storage/node-table.ts';
import { describeDifferences, findDifferences } from './differences.ts';
import {
  insertNode,
  isSilent,
  listNodes,
  lockNodes,
  type NewNode,
  type NodeRow,
  removeEnded,
} from './node-rows.ts';
import { hasEnded, type ProcessPlace } from './process-place.ts';
import type { SharedConfiguration } from './shared-configuration.ts';

/** A process that wants to serve the store. */
export interface Applicant {
  readonly node: Omit<NewNode, 'node_id' | 'configuration' | keyof ProcessPlace>;
  readonly place: ProcessPlace;
  readonly shared: SharedConfiguration;
  /** Others may have entries of files that this one lacks, and lack some. */
  readonly allowsAdditions: boolean;
  /** The id, or what it begins with where `isFixed` is false: several servers may share a data folder. */
  readonly nodeId: string;
  readonly isFixed: boolean;
}

/** Of this process that have a row; in tests there are several. */
const ownInstances = new Set<string>();

export function leaveProcess(instance: string): void {
  ownInstances.delete(instance);
}

/**
 * Lists the process among the nodes of the store, and returns its id. Rows of processes that have ended
 * are taken over.
 *
 * @throws ConfigError when it does not fit those that live
 */
export async function joinNodes(handle: WriteHandle, applicant: Applicant): Promise<string> {
  const { node, place, shared } = applicant;
  await lockNodes(handle, node.instance);
  const all = await listNodes(handle);
  const living = all.filter((other) => isLiving(other, place));
  const others = living.filter(({ server }) => server !== node.server);
  refuseDifferent(applicant, others);
  const nodeId = chooseId(applicant, others);
  const ended = all.filter((other) => other.node_id === nodeId && !living.includes(other));
  await removeEnded(
    handle,
    ended.map(({ node_id, instance }) => ({ nodeId: node_id, instance })),
  );
  const configuration = JSON.stringify(Object.fromEntries(shared));
  await insertNode(handle, { ...node, ...place, node_id: nodeId, configuration });
  ownInstances.add(node.instance);
  return nodeId;
}

function isLiving(other: NodeRow, place: ProcessPlace): boolean {
  if (isSilent(other)) return false;
  const isHere = other.machine === place.machine && other.pid === place.pid;
  // The number was that of another process before.
  if (isHere) return ownInstances.has(other.instance);
  return !hasEnded(other, place);
}

/** @throws ConfigError */
function chooseId({ nodeId, isFixed }: Applicant, living: readonly NodeRow[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? nodeId : `${nodeId}-${number}`;
    const taken = living.find(({ node_id }) => node_id === candidate);
    if (taken === undefined) return candidate;
    if (isFixed) throw new ConfigError([describeTaken(taken)]);
  }
}

function describeTaken({ node_id, host, pid, silentMs }: NodeRow): string {
  const heard = `heard of ${Math.round(silentMs / 1_000)} s ago`;
  return `nodeId: ${node_id} is the id of a running node, process ${pid} on ${host}, ${heard}; give each node an id of its own (if that process was killed, its id is free ${nodeExpiryMs / 1_000} s after it was last heard of)`;
}

/** @throws ConfigError */
function refuseDifferent(applicant: Applicant, living: readonly NodeRow[]): void {
  for (const other of living) {
    const stored = new Map(Object.entries(JSON.parse(other.configuration) as object));
    const differences = findDifferences(applicant.shared, stored).filter(
      ({ isAddition }) => !(isAddition && applicant.allowsAdditions),
    );
    if (differences.length === 0) continue;
    throw new ConfigError(describeDifferences(differences, `node ${other.node_id}`));
  }
}
