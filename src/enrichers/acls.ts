import { writeAclList } from '../entities/acls-entity.ts';
import { listAccessControls } from '../repository/access-controls.ts';
import { defineEnricher } from './define.ts';

/** Left out for those who may not read who may do what. */
export const aclsEnricher = defineEnricher({
  name: 'acls',
  entityType: 'document',
  queriesMax: 1,
  async run({ handle, session, fetch }, documents) {
    const isExtended = fetch('acls').includes('extended');
    const found = await listAccessControls(handle, session, documents);
    return found.map(
      (each) => each && writeAclList({ ...each, nowMs: session.nowMs }, { isExtended }),
    );
  },
});
