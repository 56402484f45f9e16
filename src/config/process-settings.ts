import { availableParallelism } from 'node:os';
import { setting } from './setting-definition.ts';
import { integer, Problem } from './setting-values.ts';

const workersMax = 64;
const count = integer(1, workersMax, 'processes');

/** Processes of one server; a part of the list in `settings.ts`. */
export const processSettings = {
  workers: setting({
    env: 'CARTULARY_WORKERS',
    description:
      'processes that answer requests at one port; auto starts one for each core of the machine',
    default: 1,
    parse: (input: unknown): number | Problem => {
      if (input === 'auto') return Math.min(workersMax, availableParallelism());
      const parsed = count(input);
      return parsed instanceof Problem ? new Problem(`${parsed.text}, or auto`) : parsed;
    },
  }),
} as const;
