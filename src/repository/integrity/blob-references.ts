import { collectBlobs } from '../../model/property-access.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/** There is a reference for every blob in the properties, and for nothing else. */
export const blobReferences = defineDocumentCheck({
  name: 'blob-references',
  *inspect({ properties, references }) {
    if (!properties) return;
    const located = collectBlobs(properties);
    for (const { xpath, blob } of located) {
      const reference = references.get(xpath);
      if (!reference) {
        yield error(`has a blob at ${xpath} without a reference to its content ${blob.key}`);
      } else if (reference.blob_key !== blob.key) {
        yield error(
          `has the blob ${blob.key} at ${xpath}, the reference there is to ${reference.blob_key}`,
        );
      } else if (reference.size !== null && reference.size !== blob.length) {
        yield error(
          `has a blob of ${blob.length} bytes at ${xpath}, its content has ${reference.size}`,
        );
      }
    }
    const xpaths = new Set(located.map(({ xpath }) => xpath));
    for (const { xpath, blob_key: key } of references.values()) {
      if (!xpaths.has(xpath)) yield error(`refers to content ${key} at ${xpath}, where no blob is`);
    }
  },
});
