import type { Restriction } from '../automation/access-rules.ts';
import type { ChainDefinition } from '../automation/chain.ts';
import { parseOperationsFile } from '../automation/configuration.ts';
import file from './data/default-chains.json' with { type: 'json' };

const parsed = parseOperationsFile(file, 'default-chains.json');

/** The built-in chains, in the form of a configuration file. */
export const defaultChains: readonly ChainDefinition[] = parsed.chains;

/** Chains of workflows that act for other users, or send mail, are not for all callers. */
export const defaultRestrictions: readonly Restriction[] = parsed.restrictions;
