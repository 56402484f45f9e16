import type { Config } from '../../config/settings.ts';
import type { Assignment } from './duties.ts';

/** Set by the primary process only, and read once: programs that a worker starts do not get it. */
const variable = 'CARTULARY_WORKER';

export function assignmentVariable(assignment: Assignment): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(assignment) };
}

/** Undefined in a process that no other one of this program has started. */
export function takeAssignment(): Assignment | undefined {
  const text = process.env[variable];
  delete process.env[variable];
  return text === undefined || !process.connected ? undefined : (JSON.parse(text) as Assignment);
}

/** What is configured for the machine, shared out: each worker has its part, and one at least. */
export function configOf(config: Config, { workers }: Assignment): Config {
  const part = (all: number): number => (all === 0 ? 0 : Math.max(1, Math.floor(all / workers)));
  const shared = {
    ...config,
    databasePoolSize: part(config.databasePoolSize),
    queryThreads: part(config.queryThreads),
  };
  if (config.databaseUrl === null) return shared;
  // On SQLite only the first worker converts files.
  return {
    ...shared,
    conversionProcesses: part(config.conversionProcesses),
    requestConversionProcesses: part(config.requestConversionProcesses),
  };
}
