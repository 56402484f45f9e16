import { resolve } from 'node:path';

/** Settings with which subjects, coverage and nature of documents take any text: tests of lists and texts need such. */
export const freeReferences = {
  contentModelFiles: [resolve(import.meta.dirname, '../data/free-references.json')],
};
