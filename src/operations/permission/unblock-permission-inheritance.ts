import { defineOperation, withDefault } from '../../automation/define.ts';
import { localAclName } from '../../model/acl.ts';
import { unblockInheritance } from '../../model/acl-edits.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const unblockPermissionInheritanceOperation = defineOperation({
  id: 'Document.UnblockPermissionInheritance',
  label: 'Unblock Permission Inheritance',
  category: 'Document',
  description:
    'Lets the input document inherit permissions from above again. What was granted meanwhile stays.',
  params: {
    acl: withDefault('string', localAclName, {
      description: 'The list that has the block.',
      values: [localAclName],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { acl }) =>
        changeAcls(context, document, (present) => unblockInheritance(present, acl)),
    },
  ],
});
