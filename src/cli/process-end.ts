import type { Logger } from '../base/log.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * Resolves to the exit status once a signal asks the server to stop. A second one ends it at once.
 *
 * Only once it serves: before, signals end the process by default, even while it waits for a file.
 * An interrupted start leaves a consistent store, as does any kill.
 */
export function signalled(log: Logger): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (isStopping) process.exit(exitCodes.interrupted);
      isStopping = true;
      log.info(`stopping on ${signal}; once more stops at once`);
      resolve(exitCodes.done);
    };
    process.off('SIGTERM', endAtOnce).on('SIGTERM', onSignal);
    process.off('SIGINT', endAtOnce).on('SIGINT', onSignal);
  });
}

/** Resolves to the exit status once an error has happened that no code expects. */
export function watchFaults(log: Logger): Promise<number> {
  // The first process of a container only receives signals that it handles.
  if (process.pid === 1) process.on('SIGTERM', endAtOnce).on('SIGINT', endAtOnce);
  return new Promise((resolve) => {
    const onFault = (error: unknown): void => {
      log.fatal({ err: error }, 'unexpected error, stopping');
      resolve(exitCodes.failed);
    };
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
  });
}

function endAtOnce(): never {
  process.exit(exitCodes.interrupted);
}
