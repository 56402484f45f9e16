import { defineMigration } from './definition.ts';

/** Migrations of the API for which every store of this server has been in the last state from its beginning. */

/** The flag of the trash is a column of its own, and no life-cycle state means the trash. */
export const trashStorageMigration = defineMigration({
  id: 'trash-storage',
  description: 'Storage of whether documents are in the trash',
  states: ['property'],
  steps: [],
  probe: async () => 'property',
});

/** References to contents are rows that are written with each change of a document. */
export const blobKeysMigration = defineMigration({
  id: 'blob-keys-migration',
  description: 'Property ecm:blobKeys of all documents',
  label: 'migration.dbs.blob.keys',
  states: ['populated'],
  steps: [],
  probe: async () => 'populated',
});
