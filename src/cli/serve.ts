import { createLogger, type Logger } from '../base/log.ts';
import type { Config } from '../config/settings.ts';
import type { CommandInput } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { boundHeapGrowth, freeLoadingMemory } from './heap-memory.ts';
import { signalled, watchFaults } from './process-end.ts';
import type { RunningServer } from './running-server.ts';
import { takeAssignment } from './workers/assignment.ts';

/** Runs until a signal or a programming error ends it. Each way is loaded alone: the first of several processes stays small. */
export async function serve({ config }: CommandInput): Promise<number> {
  const log = createLogger(config.logLevel, config.logFormat);
  const assignment = takeAssignment();
  if (assignment) {
    const { serveAsWorker } = await import('./workers/serve-as-worker.ts');
    return serveAsWorker(config, log, assignment);
  }
  if (config.workers > 1) {
    const { serveWithWorkers } = await import('./workers/serve-with-workers.ts');
    return serveWithWorkers(config, log);
  }
  return serveAlone(config, log);
}

async function serveAlone(config: Config, log: Logger): Promise<number> {
  const { startServer } = await import('./running-server.ts');
  const faults = watchFaults(log);
  boundHeapGrowth();
  const server = await startServer(config, log);
  // After an error that no code expects, the process cannot be trusted to serve any longer.
  const end = Promise.race([inOrder(signalled(log)), atOnce(faults), expelled(server, log)]);
  log.info(`listening on ${server.url}`);
  freeLoadingMemory(server.services.activity, log);
  const { exitCode, isUrgent } = await end;
  await server.stop({ isUrgent });
  log.info('stopped');
  // Resources that a library still holds open must not keep a stopped server running.
  process.exit(exitCode);
}

interface End {
  readonly exitCode: number;
  readonly isUrgent: boolean;
}

async function inOrder(exitCode: Promise<number>): Promise<End> {
  return { exitCode: await exitCode, isUrgent: false };
}

async function atOnce(exitCode: Promise<number>): Promise<End> {
  return { exitCode: await exitCode, isUrgent: true };
}

async function expelled(server: RunningServer, log: Logger): Promise<End> {
  log.fatal(`stopping, as the server may not use the store any longer: ${await server.expelled}`);
  return { exitCode: exitCodes.failed, isUrgent: false };
}
