import { defineOperation, withDefault } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';

const off = (description: string) => withDefault('boolean', false, { description });

export const waitForIndexingOperation = defineOperation({
  id: 'Elasticsearch.WaitForIndexing',
  label: 'Wait for Elasticsearch Indexing',
  category: 'Services',
  since: '8.1',
  access: 'administrator',
  description:
    'Waits until the texts of all files and documents stored so far are searchable; returns false when that takes longer. Earlier changes of the same call are committed first.',
  params: {
    refresh: off('Taken for older clients: what is indexed is found at once.'),
    timeoutSecond: withDefault('integer', 60, {
      description: 'Seconds to wait at most; no longer than the call itself may take.',
    }),
    waitForAudit: off('Whether to wait for the entries of sign-ins and downloads too.'),
    waitForBulkService: off('Taken for older clients: there is nothing else to wait for.'),
  },
  methods: [
    {
      input: 'void',
      output: 'boolean',
      run(context, _input, { timeoutSecond, waitForAudit }) {
        if (timeoutSecond < 0) {
          throw new AppError(
            'operation.parameter-invalid',
            `Parameter timeoutSecond: ${timeoutSecond} is less than 0`,
          );
        }
        const timeoutMs = timeoutSecond * 1_000;
        return context.awaitBackground({ timeoutMs, includesAudit: waitForAudit });
      },
    },
  ],
});
