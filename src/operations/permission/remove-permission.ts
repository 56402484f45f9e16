import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { localAclName } from '../../model/acl.ts';
import { removeAce, removeAcesOf } from '../../model/acl-edits.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const removePermissionOperation = defineOperation({
  id: 'Document.RemovePermission',
  label: 'Remove Permission',
  category: 'Document',
  description:
    'Takes entries out of a list of permissions of the input document: all of a user, or the one with an id.',
  params: {
    acl: withDefault('string', localAclName, { description: 'The list that has the entries.' }),
    id: optional('string', 'The id of the entry; it does not count if a user is given.'),
    user: optional('string', 'The user or group whose entries go.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { acl, id, user }) {
        if (!user && !id) throw operationFailed("'id' or 'user' parameter must be set");
        return changeAcls(context, document, (present) =>
          user ? removeAcesOf(present, acl, user) : removeAce(present, acl, id ?? ''),
        );
      },
    },
  ],
});
