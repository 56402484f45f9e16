import { indexChange, indexDocument, indexDocuments } from '../fulltext/write-index.ts';
import type { ChangeHook } from './change-hook.ts';

/** What documents are found by. Proxies are found by the words of their targets. */
export const wordsHook: ChangeHook = {
  async inserted(handle, session, inserted) {
    const documents = inserted.flatMap(({ document, isProxy }) => (isProxy ? [] : [document]));
    const [only, ...others] = documents;
    if (only && others.length === 0) await indexDocument(handle, session, only);
    else await indexDocuments(handle, session, documents);
  },
  saved: (handle, session, saved) => indexChange(handle, session, saved),
};
