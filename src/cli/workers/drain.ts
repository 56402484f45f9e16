import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { monotonicMs, sleep } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';

interface Drain {
  /** How long connections without a request stay open. */
  readonly idleMs: number;
  /** After so long requests are cut off. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

const lookMs = 25;

/**
 * Accepts no more connections and resolves when the last one has ended. A response says from now on that its
 * connection ends with it, so clients open a new one, which another process accepts. A connection without a
 * request stays open for a while: its client may be sending one.
 */
export async function drain(app: FastifyInstance, options: Drain): Promise<void> {
  const { server } = app;
  // That of the HTTP server would end idle connections at once.
  Server.prototype.close.call(server);
  const beganMs = monotonicMs();
  let isCutOff = false;
  while ((await countConnections(server)) > 0) {
    const passedMs = monotonicMs() - beganMs;
    if (passedMs >= options.timeoutMs && !isCutOff) {
      isCutOff = true;
      options.log.warn('some requests did not finish in time and were cut off');
    }
    if (isCutOff) server.closeAllConnections();
    else if (passedMs >= options.idleMs) server.closeIdleConnections();
    await sleep(lookMs);
  }
}

function countConnections(server: FastifyInstance['server']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
