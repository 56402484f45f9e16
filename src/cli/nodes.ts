import { isSilent, listNodes, type NodeRow } from '../cluster/node-rows.ts';
import type { CommandInput } from './command.ts';
import { openExistingStore } from './existing-store.ts';
import { exitCodes } from './exit-codes.ts';
import { printable, terminal } from './terminal.ts';

/** One line for each process, separated by tabs: id, state, address, host, process, version, last heard of. */
export async function nodesCommand({ config }: CommandInput): Promise<number> {
  const store = await openExistingStore(config);
  try {
    const nodes = await store.database.read(listNodes);
    for (const node of nodes) terminal.print(cellsOf(node).map(printable).join('\t'));
    if (nodes.length === 0) terminal.printError('no node is running');
    return exitCodes.done;
  } finally {
    await store.close();
  }
}

function cellsOf(node: NodeRow): string[] {
  return [
    node.node_id,
    isSilent(node) ? 'lost' : node.state,
    node.address ?? '',
    node.host,
    String(node.pid),
    node.program_version,
    `${Math.round(node.silentMs / 1_000)} s ago`,
  ];
}
