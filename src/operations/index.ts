import type { ChainDefinition } from '../automation/chain.ts';
import type { Operation } from '../automation/define.ts';
import { updateDocumentOperation } from './document/update-document.ts';
import { getDocumentOperation } from './fetch/get-document.ts';
import { logOperation } from './notification/log.ts';

/** Every operation of the server, by id. */
export const operations: readonly Operation[] = [
  updateDocumentOperation,
  logOperation,
  getDocumentOperation,
];

/** The chains that come with the program. */
export const defaultChains: readonly ChainDefinition[] = [];
