import { defineOperation, withDefault } from '../../automation/define.ts';
import { localAclName } from '../../model/acl.ts';
import { blockInheritance } from '../../model/acl-edits.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const blockPermissionInheritanceOperation = defineOperation({
  id: 'Document.BlockPermissionInheritance',
  label: 'Block Permission Inheritance',
  category: 'Document',
  description:
    'Lets the input document inherit no permissions from above any more. The caller and administrators keep all of theirs.',
  params: {
    acl: withDefault('string', localAclName, {
      description: 'The list that takes the entries.',
      values: [localAclName],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { acl }) =>
        changeAcls(context, document, (present) =>
          blockInheritance(present, acl, context.principal.username),
        ),
    },
  ],
});
