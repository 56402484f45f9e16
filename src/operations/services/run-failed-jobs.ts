import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { countFailedJobs, failedJobsMax, runFailedJobs } from '../../automation/failed-jobs.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { jsonBlob } from '../parts/json-blob.ts';

const timeoutSecondsDefault = 3_600;

export const runFailedJobsOperation = defineOperation({
  id: 'WorkManager.RunWorkInFailure',
  label: 'Executes Works stored in the dead letter queue',
  category: 'Services',
  description: `Gives background jobs that have failed all their attempts again, up to ${failedJobsMax}, and waits until they have ended. Returns the number of failed jobs, of those left out by the filter, and of those that have succeeded now. Administrators only.`,
  params: {
    categoryFilter: optional('stringlist', 'Kinds of jobs; all if left out.'),
    dryRun: withDefault('boolean', false, { description: 'Whether to count only.' }),
    timeoutSeconds: withDefault('long', timeoutSecondsDefault, {
      description: 'The longest time to wait, within that of the call.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { categoryFilter, dryRun, timeoutSeconds }) {
        requireAdministrator(context);
        const kinds = categoryFilter ?? [];
        const { total, matching } = await context.read(({ handle }) =>
          countFailedJobs(handle, kinds),
        );
        const timeoutMs = Number(timeoutSeconds) * 1_000;
        const success = dryRun ? 0 : await runFailedJobs(context, { kinds, timeoutMs });
        return jsonBlob({ total, success, filtered: total - matching });
      },
    },
  ],
});

function requireAdministrator({ principal }: OperationContext): void {
  if (principal.isAdministrator) return;
  throw new AppError('permission.denied', `${principal.username} is no administrator`);
}
