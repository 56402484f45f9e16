import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { repeat, sleep } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { compose, createServer, type ProcessPlace } from '../compose.ts';
import type { Config } from '../config/settings.ts';
import type { Services } from '../http/services.ts';
import { CommandError } from './exit-codes.ts';

/** A server that answers requests. */
export interface RunningServer {
  /** The URL of the context path for a client on this machine. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Resolves to the reason when the server must not go on using the store. */
  readonly expelled: Promise<string>;
  /** Is not ready for load balancers from now on, and leaves new work to other servers. */
  drain(): void;
  /**
   * Goes on serving for `drainSeconds`, unless that is urgent, and is not ready meanwhile. Then it
   * accepts no more connections, waits up to `shutdownTimeoutMs` for running requests, then waits
   * for the writer and closes the store. Every call resolves when the one shutdown is complete.
   */
  stop(options?: { readonly isUrgent?: boolean }): Promise<void>;
}

/**
 * Opens the store and listens.
 *
 * @throws ConfigError, CommandError when the address cannot be used, AppError store.*
 */
export async function startServer(
  config: Config,
  log: Logger,
  place?: ProcessPlace,
): Promise<RunningServer> {
  const { services, node, drain, close } = await compose(config, log, place);
  const app = await listen(services, config).catch(async (error: unknown) => {
    // Otherwise its jobs and connections would keep the process alive.
    await close();
    throw explainListenError(error, config);
  });
  const url = urlOf(app, config);
  node.cluster?.change('serving', url);
  const stopInOrder = async (isUrgent: boolean): Promise<void> => {
    drain();
    if (!isUrgent && config.drainSeconds > 0) await sleep(config.drainSeconds * 1_000);
    await stop(app, { close, timeoutMs: config.shutdownTimeoutMs, log });
  };
  let stopping: Promise<void> | undefined;
  return {
    url,
    app,
    services,
    expelled: node.cluster?.expelled ?? new Promise(() => undefined),
    drain,
    stop: ({ isUrgent = false } = {}) => {
      stopping ??= stopInOrder(isUrgent);
      return stopping;
    },
  };
}

async function listen(
  services: Parameters<typeof createServer>[0],
  { host, port }: Config,
): Promise<FastifyInstance> {
  const app = createServer(services);
  try {
    await app.listen({ host, port });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

const idleSweepMs = 50;

async function stop(
  app: FastifyInstance,
  options: { close: () => Promise<void>; timeoutMs: number; log: Logger },
): Promise<void> {
  // The timer does not keep the process alive; the connections it is for do.
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const cutOff = (): void => {
    options.log.warn('some requests did not finish in time and were cut off');
    app.server.closeAllConnections();
  };
  deadline.addEventListener('abort', cutOff);
  // A connection with a running response becomes idle later, and clients keep idle ones open.
  const endSweeping = repeat(idleSweepMs, () => app.server.closeIdleConnections());
  await app.close();
  endSweeping();
  deadline.removeEventListener('abort', cutOff);
  await options.close();
}

function urlOf(app: FastifyInstance, config: Config): string {
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host.replace(/^\[|\]$/g, '')}]` : config.host;
  return `http://${host}:${port}${config.contextPath}/`;
}

function explainListenError(error: unknown, { host, port }: Config): unknown {
  const reason = listenProblems.get((error as NodeJS.ErrnoException).code ?? '');
  if (reason === undefined) return error;
  const place = `port ${port} of ${host}`;
  return new CommandError(`cannot listen on ${place}: ${reason}`, undefined, error);
}

const listenProblems: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another program uses it; choose another port with --port or PORT'],
  ['EACCES', 'only root may use ports below 1024; choose another with --port or PORT'],
  ['EADDRNOTAVAIL', 'this machine does not have that address; set --host'],
  ['ENOTFOUND', 'the host name is unknown; set --host'],
]);
