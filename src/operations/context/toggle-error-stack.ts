import { defineOperation, optional } from '../../automation/define.ts';

export const toggleErrorStackOperation = defineOperation({
  id: 'JsonStack.ToggleDisplay',
  label: 'Json Error Stack Display',
  category: 'Execution Context',
  description:
    'Switches stack traces in errors on or off for all callers of this process, until it ends. Returns whether they are shown now. For callers who are not administrators nothing changes.',
  since: '6.0',
  params: {
    enableTrace: optional(
      'boolean',
      'Whether stack traces are shown; the opposite of now if left out.',
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'boolean',
      async run({ errorDisplay, principal }, _input, { enableTrace }) {
        if (principal.isAdministrator) {
          errorDisplay.isExtended = enableTrace ?? !errorDisplay.isExtended;
        }
        return errorDisplay.isExtended;
      },
    },
  ],
});
