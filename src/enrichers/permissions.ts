import { mapInTurns } from '../base/turns.ts';
import { texts } from '../entities/json-schema.ts';
import { listPermissions } from '../repository/access/permissions.ts';
import { loadAcls } from '../repository/documents/find-many.ts';
import { defineEnricher } from './define.ts';

/** The caller's permissions, including those implied by others. */
export const permissionsEnricher = defineEnricher({
  name: 'permissions',
  entityType: 'document',
  schema: texts,
  // What tasks allow.
  queriesMax: 1,
  async run({ unit }, documents) {
    await loadAcls(unit, documents);
    return mapInTurns(documents, (document) => listPermissions(unit, document));
  },
});
