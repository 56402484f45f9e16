import { recordManagementEvent } from '../../repository/audit/audit-events.ts';
import { renewEffectiveAcls } from '../../repository/editing/renew-acls.ts';
import { renewIndexedAcls } from '../../repository/fulltext/indexed-acls.ts';
import { defineBulkAction } from '../action.ts';

export const updateReadAclsAction = defineBulkAction<null>({
  name: 'updateReadAcls',
  description:
    'Computes again who may read documents, from the permissions of their folders; those for which that was right are skipped.',
  bucketSize: 100,
  batchSize: 25,
  parse: () => null,
  async run(unit, { items }) {
    const wrong = await renewEffectiveAcls(unit, items);
    const repaired = new Set([...wrong, ...(await renewIndexedAcls(unit.handle, items))]);
    if (repaired.size > 0) {
      const extended = { documents: repaired.size };
      recordManagementEvent(unit, { eventId: 'readAclsRepaired', extended });
    }
    return { skipped: items.length - repaired.size };
  },
});
