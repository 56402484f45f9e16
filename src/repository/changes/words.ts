import { isIndexable } from '../fulltext/indexed-text.ts';
import { indexChange, indexDocument, indexDocuments } from '../fulltext/write-index.ts';
import type { ChangeHook } from './change-hook.ts';

/** The full-text index of documents. Proxies are found by the words of their targets. */
export const wordsHook: ChangeHook = {
  async inserted(unit, inserted) {
    const documents = inserted.flatMap(({ document, isProxy }) =>
      isProxy || !isIndexable(document.shape) ? [] : [document],
    );
    const [only, ...others] = documents;
    if (only && others.length === 0) await indexDocument(unit, only);
    else await indexDocuments(unit, documents);
  },
  saved: (unit, saved) => indexChange(unit, saved),
};
