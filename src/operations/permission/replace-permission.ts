import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { type Ace, localAclName, wholeSecond } from '../../model/acl.ts';
import { replaceAce } from '../../model/acl-edits.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const replacePermissionOperation = defineOperation({
  id: 'Document.ReplacePermission',
  label: 'Replace Permission',
  category: 'Document',
  description:
    'Puts a new entry that grants a permission in the place of an old one. Nothing happens if the old one is not there.',
  params: {
    id: required('string', 'The id of the entry to replace.'),
    permission: required('string', 'The permission to grant instead.'),
    username: required('string', 'The user or group it is granted to.', { aliases: ['user'] }),
    acl: withDefault('string', localAclName, {
      description: 'The list that has the entry.',
      values: [localAclName],
    }),
    begin: optional('date', 'When the entry takes effect; at once if it is not given.'),
    comment: optional('string', 'What the user is told.'),
    end: optional('date', 'When the entry loses its effect; never if it is not given.'),
    notify: withDefault('boolean', false, {
      description: 'Whether the user is told once the entry takes effect.',
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run(context, document, { id, permission, username, acl, begin, end, notify, comment }) {
        const ace: Ace = {
          username,
          permission,
          granted: true,
          creator: context.principal.username,
          begin: begin === null ? null : wholeSecond(begin),
          end: end === null ? null : wholeSecond(end),
          notify,
          comment,
        };
        return changeAcls(context, document, (present) => replaceAce(present, acl, { id, ace }));
      },
    },
  ],
});
