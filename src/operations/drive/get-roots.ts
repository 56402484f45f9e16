import { defineOperation } from '../../automation/define.ts';
import { listRoots } from '../../repository/drive/roots.ts';

export const getRootsOperation = defineOperation({
  id: 'NuxeoDrive.GetRoots',
  label: 'Nuxeo Drive: Get Roots',
  category: 'Services',
  description: 'Returns the folders that the caller synchronizes.',
  params: {},
  methods: [{ input: 'void', output: 'documents', run: (context) => context.read(listRoots) }],
});
