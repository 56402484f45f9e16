import { defineOperation, optional, required } from '../../automation/define.ts';

const levels = ['info', 'debug', 'warn', 'error'] as const;

export const logOperation = defineOperation({
  id: 'Log',
  aliases: ['LogOperation'],
  label: 'Log',
  category: 'Notification',
  description: "Writes a message to the server's log.",
  params: {
    level: required('string', 'How severe it is; anything unknown counts as info.', {
      values: levels,
      widget: 'Option',
    }),
    message: required('string', 'The text to log.'),
    category: optional('string', 'What the message belongs to.'),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run({ log, principal }, _input, { level, message, category }) {
        const known = levels.find((name) => name === level.toLowerCase()) ?? 'info';
        // The message is from the caller: it is data, and never a format string.
        log[known]({ category, username: principal.username, message }, 'operation log');
        return undefined;
      },
    },
  ],
});
