import { defineOperation, required } from '../../automation/define.ts';
import { removeAcl } from '../../model/acl-edits.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const removeAclOperation = defineOperation({
  id: 'Document.RemoveACL',
  label: 'Remove ACL',
  category: 'Document',
  description: 'Takes a whole list of permissions away from the input document.',
  params: { acl: required('string', 'The name of the list.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { acl }) =>
        changeAcls(context, document, (present) => removeAcl(present, acl)),
    },
  ],
});
