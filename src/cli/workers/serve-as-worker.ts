import type { GuessCounts } from '../../authentication/guess-slowdown.ts';
import { defaultSlowdownPolicy } from '../../authentication/guess-slowdown.ts';
import type { Logger } from '../../base/log.ts';
import type { ProcessPlace } from '../../compose.ts';
import type { Config } from '../../config/settings.ts';
import { openEntrance } from '../../http/processes/entrance.ts';
import { exitCodes } from '../exit-codes.ts';
import { boundHeapGrowth, freeLoadingMemory } from '../heap-memory.ts';
import { watchFaults } from '../process-end.ts';
import { type RunningServer, startServer } from '../running-server.ts';
import { configOf } from './assignment.ts';
import { Channel } from './channel.ts';
import { drain } from './drain.ts';
import type { Assignment, PrimaryDuties, WorkerDuties } from './duties.ts';

/** What changes while the worker runs. */
interface WorkerState {
  firstPath: string | undefined;
  isDraining: boolean;
}

/** One of several processes at one port. It ends when the primary process says so, or has ended. */
export async function serveAsWorker(
  config: Config,
  log: Logger,
  assignment: Assignment,
): Promise<number> {
  try {
    return await serveAssigned(config, log, assignment);
  } catch (error) {
    // Otherwise a process that could not start would wait for messages.
    process.channel?.unref();
    throw error;
  }
}

async function serveAssigned(
  given: Config,
  serverLog: Logger,
  assignment: Assignment,
): Promise<number> {
  const log = serverLog.child({ worker: assignment.number });
  const config = configOf(given, assignment);
  const faults = watchFaults(log);
  leaveSignalsToPrimary();
  boundHeapGrowth();
  const state: WorkerState = { firstPath: assignment.firstPath, isDraining: false };
  const started = Promise.withResolvers<RunningServer>();
  const end = Promise.withResolvers<number>();
  const duties = dutiesOf({ config, log, state, server: started.promise, end: end.resolve });
  const channel = new Channel<PrimaryDuties>(process as never, duties);
  const server = await startServer(config, log, placeOf(config, { assignment, state, channel }));
  const { app } = server;
  const entrance = assignment.isFirst ? await openEntrance(app, assignment.socketPath) : undefined;
  started.resolve(server);
  await channel.ask('ready', { url: server.url });
  freeLoadingMemory(server.services.activity, log);
  const exitCode = await Promise.race([faults, end.promise, expelled(server, log)]);
  await entrance?.close();
  // The primary process has waited for load balancers.
  await server.stop({ isUrgent: true });
  process.exit(exitCode);
}

async function expelled(server: RunningServer, log: Logger): Promise<number> {
  log.fatal(`ending, as the server may not use the store any longer: ${await server.expelled}`);
  return exitCodes.failed;
}

/** A terminal sends its signals to all processes of the server, and only the primary one knows what they mean. */
function leaveSignalsToPrimary(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => undefined);
  }
}

interface WorkerParts {
  readonly config: Config;
  readonly log: Logger;
  readonly state: WorkerState;
  readonly server: Promise<RunningServer>;
  readonly end: (exitCode: number) => void;
}

function dutiesOf({ config, log, state, server, end }: WorkerParts): WorkerDuties {
  const counts = async () => (await server).services.metrics.values();
  return {
    setFirst: ({ path }) => {
      state.firstPath = path;
    },
    leave: async () => (await server).drain(),
    drain: async ({ idleMs }) => {
      const { app } = await server;
      state.isDraining = true;
      await drain(app, { idleMs, timeoutMs: config.shutdownTimeoutMs, log });
    },
    end: async () => {
      const last = await counts();
      // The answer is sent first.
      setImmediate(() => end(exitCodes.done));
      return last;
    },
    counts,
  };
}

interface PlaceParts {
  readonly assignment: Assignment;
  readonly state: WorkerState;
  readonly channel: Channel<PrimaryDuties>;
}

function placeOf(config: Config, { assignment, state, channel }: PlaceParts): ProcessPlace {
  const { isFirst, serverId } = assignment;
  const hasOneWriter = config.databaseUrl === null;
  const handsOver = {
    writes: hasOneWriter,
    path: () => state.firstPath,
    isDraining: () => state.isDraining,
  };
  return {
    serverId,
    onlyAnswers: hasOneWriter && !isFirst,
    guesses: sharedGuesses(channel),
    siblings: {
      handsOver: isFirst ? undefined : handsOver,
      otherCounts: (own) => channel.ask('otherCounts', own),
    },
  };
}

function sharedGuesses(channel: Channel<PrimaryDuties>): GuessCounts {
  return {
    delayFirstMs: defaultSlowdownPolicy.delayFirstMs,
    begin: (attempt) => channel.ask('beginAttempt', attempt),
    succeed: (attempt) => void channel.ask('endAttempt', attempt).catch(() => undefined),
    delayAfterFailureMs: (attempt) => channel.ask('failAttempt', attempt),
  };
}
