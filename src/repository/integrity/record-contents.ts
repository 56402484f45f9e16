import { recordFacet } from '../../model/record.ts';
import { defineDocumentCheck, warning } from './document-check.ts';

/**
 * The contents of records are in the store of records, or wait for it. Of a type that has just become one of
 * records, the next start of the server requests them.
 */
export const recordContents = defineDocumentCheck({
  name: 'record-contents',
  *inspect({ shape, references }) {
    if (!shape?.facets.includes(recordFacet)) return;
    for (const { xpath, blob_key: key, provider, token } of references.values()) {
      if (provider !== 'default' || token !== null) continue;
      yield warning(
        `is a record, and its content ${key} at ${xpath} neither is in the folder of records nor waits for it`,
      );
    }
  },
});
