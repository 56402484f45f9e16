import { createLogger, type Logger } from '../base/log.ts';
import type { CommandInput } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { startServer } from './running-server.ts';

/** Runs until a signal or a programming error ends it. */
export async function serve({ config }: CommandInput): Promise<number> {
  const log = createLogger(config.logLevel);
  // From the first moment: a signal during the start must not leave a half-written store behind.
  const end = endOfServing(log);
  const server = await startServer(config, log);
  giveBackMemory();
  log.info(`listening on ${server.url}`);
  const exitCode = await end;
  await server.stop();
  log.info('stopped');
  // Whatever a library may still have open must not keep a stopped server around.
  process.exit(exitCode);
}

/** Resolves to the exit status once the server is to stop. A second signal ends it at once. */
function endOfServing(log: Logger): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (isStopping) process.exit(exitCodes.interrupted);
      isStopping = true;
      log.info(`stopping on ${signal}; once more stops at once`);
      resolve(exitCodes.done);
    };
    const onFault = (error: unknown): void => {
      log.fatal({ err: error }, 'unexpected error, stopping');
      isStopping = true;
      resolve(exitCodes.failed);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
  });
}
