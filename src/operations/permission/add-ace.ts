import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { grantAce, localAclName } from '../../model/acl.ts';
import { addAces, removeAcl } from '../../model/acl-edits.ts';
import { requirePermissionName } from '../../repository/access/ace-names.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const addAceOperation = defineOperation({
  id: 'Document.AddACE',
  aliases: ['Document.SetACE'],
  label: 'Set ACL',
  category: 'Document',
  description:
    'Grants or denies one permission on the input document. The list it belongs to is replaced unless it is told not to.',
  params: {
    permission: required('string', 'The permission to grant or deny.'),
    user: required('string', 'The user or group; it need not exist yet.'),
    acl: withDefault('string', localAclName, {
      description: 'The list that takes the entry.',
      values: [localAclName],
    }),
    grant: withDefault('boolean', true, {
      description: 'Whether the permission is granted; otherwise it is denied.',
      values: ['true'],
    }),
    overwrite: withDefault('boolean', true, {
      description: 'Whether the entry replaces the whole list; otherwise it is added.',
      values: ['true'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run(context, document, { permission, user, acl, grant, overwrite }) {
        return changeAcls(context, document, (present) => {
          requirePermissionName(context.repository, permission);
          const start = overwrite ? removeAcl(present, acl) : present;
          return addAces(start, acl, [{ ...grantAce(user, permission), granted: grant }]);
        });
      },
    },
  ],
});
