import type { ChainDefinition } from '../automation/chain.ts';
import { parseOperationsFile } from '../automation/configuration.ts';
import file from './data/default-chains.json' with { type: 'json' };

/** The built-in chains, in the form of a configuration file. */
export const defaultChains: readonly ChainDefinition[] = parseOperationsFile(
  file,
  'default-chains.json',
).chains;
