import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: object) => void;

/**
 * Gives back what loading the program has left behind: 30 MB that would otherwise stay for as long as
 * the server has little to do. Takes about 50 ms, once.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
