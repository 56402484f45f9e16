import cluster from 'node:cluster';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomId } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { Config } from '../../config/settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { signalled, watchFaults } from '../process-end.ts';
import { Crew, FailedStart } from './crew.ts';

/** The primary process: it starts the workers and answers no requests itself. */
export async function serveWithWorkers(config: Config, log: Logger): Promise<number> {
  const faults = watchFaults(log);
  // Workers take connections in turn; those of Node 26 on Windows would otherwise take them from each other.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ serialization: 'advanced' });
  // Only this user can open the folder, and so the sockets in it.
  const folder = await mkdtemp(join(tmpdir(), 'cartulary-'));
  const crew = new Crew({
    config,
    log,
    serverId: randomId(),
    socketPath: (launch) => socketPath(folder, launch),
  });
  const exitCode = await run(crew, { log, faults });
  await rm(folder, { recursive: true, force: true });
  process.exit(exitCode);
}

async function run(
  crew: Crew,
  { log, faults }: { readonly log: Logger; readonly faults: Promise<number> },
): Promise<number> {
  try {
    const url = await crew.start();
    const end = Promise.race([faults, signalled(log)]);
    process.on('SIGHUP', () => void crew.restart());
    log.info(`listening on ${url}`);
    const exitCode = await end;
    await crew.stop();
    log.info('stopped');
    return exitCode;
  } catch (error) {
    await crew.stop();
    if (!(error instanceof FailedStart)) throw error;
    log.error(`${error.message}: the server ends`);
    return error.end.code ?? exitCodes.failed;
  }
}

/** Windows has named pipes instead. */
function socketPath(folder: string, launch: number): string {
  const name = join(folder, `${launch}.sock`);
  return process.platform === 'win32' ? join('\\\\.\\pipe', name) : name;
}
