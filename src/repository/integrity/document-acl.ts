import { identifyAcl } from '../unit/acl-chain.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/**
 * The effective ACL of a document is its own entries on top of its parent's. Versions follow their
 * live document and keep what it had.
 */
export const documentAcl = defineDocumentCheck({
  name: 'document-acl',
  *inspect({ row, parent, ownAcls }) {
    if (!ownAcls) yield error('has own ACLs that are not a JSON list of ACLs');
    const isRoot = row.parent_id === null;
    if (row.is_version === 1 || !ownAcls || (!isRoot && !parent)) return;
    const parentAclId = parent?.acl_id ?? null;
    const isInherited = ownAcls.length === 0 && parentAclId !== null;
    const expected = isInherited ? parentAclId : identifyAcl(parentAclId, ownAcls).id;
    if (row.acl_id !== expected) {
      yield error(
        `has the effective ACL ${row.acl_id}, its own entries and its parent give ${expected}`,
      );
    }
  },
});
