import { defineOperation } from '../../automation/define.ts';

export const saveSessionOperation = defineOperation({
  id: 'Repository.SaveSession',
  aliases: ['Document.SaveSession'],
  label: 'Save Session',
  category: 'Execution Flow',
  description:
    'Lets the input through. What operations stored so far is seen by the following ones in any case, and by others at the end.',
  params: {},
  methods: [
    {
      input: 'void',
      output: 'void',
      run: async () => undefined,
    },
  ],
});
