import type { Document } from '../../../client/src/index.ts';
import { type Doc, storedDocument } from './types.ts';

/** The input of an operation that works on one document, or on several of them together. */
export function inputOf(uids: readonly string[]): string {
  return uids.length === 1 ? String(uids[0]) : `docs:${uids.join(',')}`;
}

/** Of an operation that always returns a document, though others of its kind may return nothing. */
export function documentOf(answer: Document | undefined): Doc {
  if (answer === undefined) throw new Error('the answer has no document');
  return storedDocument(answer);
}
