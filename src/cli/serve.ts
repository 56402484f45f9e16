import { createLogger, type Logger } from '../base/log.ts';
import type { CommandInput } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { boundHeapGrowth, freeLoadingMemory } from './heap-memory.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Runs until a signal or a programming error ends it. */
export async function serve({ config }: CommandInput): Promise<number> {
  const log = createLogger(config.logLevel, config.logFormat);
  const faults = watchFaults(log);
  boundHeapGrowth();
  const server = await startServer(config, log);
  const end = Promise.race([faults, signalled(log), expelled(server, log)]);
  log.info(`listening on ${server.url}`);
  freeLoadingMemory(server.activity, log);
  const { exitCode, isUrgent } = await end;
  await server.stop({ isUrgent });
  log.info('stopped');
  // Resources that a library still holds open must not keep a stopped server running.
  process.exit(exitCode);
}

interface End {
  readonly exitCode: number;
  /** The process cannot be trusted to serve any longer. */
  readonly isUrgent: boolean;
}

async function expelled(server: RunningServer, log: Logger): Promise<End> {
  log.fatal(`stopping, as the server may not use the store any longer: ${await server.expelled}`);
  return { exitCode: exitCodes.failed, isUrgent: false };
}

/**
 * Resolves to the exit status once a signal asks the server to stop. A second one ends it at once.
 *
 * Only once it serves: before, signals end the process by default, even while it waits for a file.
 * An interrupted start leaves a consistent store, as does any kill.
 */
function signalled(log: Logger): Promise<End> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (isStopping) process.exit(exitCodes.interrupted);
      isStopping = true;
      log.info(`stopping on ${signal}; once more stops at once`);
      resolve({ exitCode: exitCodes.done, isUrgent: false });
    };
    process.off('SIGTERM', endAtOnce).on('SIGTERM', onSignal);
    process.off('SIGINT', endAtOnce).on('SIGINT', onSignal);
  });
}

function watchFaults(log: Logger): Promise<End> {
  // The first process of a container only receives signals that it handles.
  if (process.pid === 1) process.on('SIGTERM', endAtOnce).on('SIGINT', endAtOnce);
  return new Promise((resolve) => {
    const onFault = (error: unknown): void => {
      log.fatal({ err: error }, 'unexpected error, stopping');
      resolve({ exitCode: exitCodes.failed, isUrgent: true });
    };
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
  });
}

function endAtOnce(): never {
  process.exit(exitCodes.interrupted);
}
