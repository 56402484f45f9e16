import { defineOperation } from '../../automation/define.ts';

export const fetchContextFileOperation = defineOperation({
  id: 'Context.FetchFile',
  label: 'Context File(s)',
  category: 'Fetch',
  description: 'Returns the input file or files as they are.',
  params: {},
  methods: [{ input: 'blob', output: 'blob', loops: true, run: async (_context, blob) => blob }],
});
