import { defineOperation } from '../../automation/define.ts';
import { loadUserWorkspace } from '../parts/user-workspace.ts';

export const getUserWorkspaceOperation = defineOperation({
  id: 'User.GetUserWorkspace',
  aliases: ['UserWorkspace.Get'],
  label: 'Get Home',
  category: 'Users & Groups',
  description:
    'Returns the personal workspace of the caller, which is made when it is asked for first.',
  params: {},
  methods: [{ input: 'void', output: 'document', run: loadUserWorkspace }],
});
