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

interface Suggestion {
  readonly id: string | undefined;
  readonly label: string;
}

/** Of an operation that suggests something for a field: its answer is a file with JSON. */
export async function suggestionsOf(answer: unknown): Promise<readonly Suggestion[]> {
  const list: unknown = answer instanceof Blob ? JSON.parse(await answer.text()) : answer;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('displayLabel' in each)) return [];
    const id = 'id' in each && typeof each.id === 'string' ? each.id : undefined;
    return [{ id, label: String(each.displayLabel) }];
  });
}
