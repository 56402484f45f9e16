import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { findCommand, isVisible } from '../../bulk/inspect.ts';
import { isEnded } from '../../model/bulk-command.ts';

export const waitForBulkActionOperation = defineOperation({
  id: 'Bulk.WaitForAction',
  label: 'Wait for Bulk computation',
  category: 'Services',
  since: '10.2',
  access: 'administrator',
  description:
    'Waits until a bulk command has ended; returns false when that takes longer. Earlier changes of the same call are committed first.',
  params: {
    commandId: required('string', 'The id of the command.'),
    timeoutSecond: withDefault('long', 60, {
      description: 'Seconds to wait at most; no longer than the call itself may take.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'boolean',
      async run(context, _input, { commandId, timeoutSecond }) {
        if (timeoutSecond < 0) {
          throw new AppError(
            'operation.parameter-invalid',
            `Parameter timeoutSecond: ${timeoutSecond} is less than 0`,
          );
        }
        const find = context.read(({ handle }) => findCommand(handle, commandId, now()));
        const command = await find;
        if (!command || !isVisible(command, context.principal)) {
          const shown = commandId.slice(0, 200);
          const text = `Bulk command with id=${shown} doesn't exist`;
          throw new AppError('bulk.command-not-found', text);
        }
        return context.awaitStored({
          timeoutMs: Number(timeoutSecond) * 1_000,
          async isDone(handle) {
            const present = await findCommand(handle, commandId, now());
            return !present || isEnded(present);
          },
        });
      },
    },
  ],
});
