import type { Scenario } from '../scenario.ts';
import { measureBlobs } from './operation-blobs.ts';
import { measureCalls } from './operation-calls.ts';
import { measureChain } from './operation-chain.ts';

export const operations: Scenario = {
  name: 'operations',
  summary: 'operations, against the resources that do the same, and a chain of twenty',
  run: async (effort) => [
    ...(await measureCalls(effort)),
    ...(await measureChain(effort)),
    ...(await measureBlobs(effort)),
  ],
};
