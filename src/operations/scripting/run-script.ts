import { defineOperation, required } from '../../automation/define.ts';
import { decodeEntities } from '../parts/script-text.ts';

export const runScriptOperation = defineOperation({
  id: 'RunScript',
  aliases: ['Context.RunScript'],
  label: 'Run Script',
  category: 'Scripting',
  description:
    'Runs a script for its effects on context variables and on the input, which is passed through.',
  access: 'administrator',
  params: { script: required('string', 'The statements to run.', { widget: 'TextArea' }) },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { script }) {
        await context.runScript(decodeEntities(script));
        return undefined;
      },
    },
  ],
});
