import { texts } from '../entities/json-schema.ts';
import { listPermissions } from '../repository/access/permissions.ts';
import { loadAcls } from '../repository/documents/find-many.ts';
import { defineEnricher } from './define.ts';

/** The caller's permissions, including those implied by others. */
export const permissionsEnricher = defineEnricher({
  name: 'permissions',
  entityType: 'document',
  schema: texts,
  queriesMax: 0,
  async run({ unit }, documents) {
    await loadAcls(unit, documents);
    const found: (readonly string[])[] = [];
    for (const document of documents) found.push(await listPermissions(unit, document));
    return found;
  },
});
