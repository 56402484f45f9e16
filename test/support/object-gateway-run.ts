import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ObjectCluster, startObjectCluster } from './object-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A socket at which test files ask for the object gateway of the run. */
    objectGatewaySocket: string;
  }
}

/**
 * One real object gateway for the whole run, started when the first test file asks for it. This process
 * owns it, because those of the test files come and go.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // On disk, which it reads and writes without the cache of the system: a folder in memory cannot do that.
  const folder = await mkdtemp(join(tmpdir(), 'cartulary-gateway-'));
  const path = join(folder, 'ask');
  let cluster: Promise<ObjectCluster> | undefined;
  const server = createServer((socket) => {
    cluster ??= startObjectCluster(folder);
    void answer(socket, cluster);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('objectGatewaySocket', path);
  return async () => {
    await new Promise((resolve) => server.close(resolve));
    await cluster?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true });
  };
}

async function answer(socket: Socket, cluster: Promise<ObjectCluster>): Promise<void> {
  socket.on('error', () => undefined);
  const reply = await cluster.then(
    ({ stop: _, ...access }) => ({ access }),
    (error: unknown) => ({ failure: String(error) }),
  );
  socket.end(JSON.stringify(reply));
}
