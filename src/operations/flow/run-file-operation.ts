import { defineOperation } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { OperationBlob } from '../../automation/values.ts';
import { type RunParameters, subRunOf, subRunParameters } from '../parts/sub-run-parameters.ts';

export const runFileOperationOperation = defineOperation({
  id: 'RunFileOperation',
  aliases: ['Context.RunFileOperation'],
  label: 'Run File Chain',
  category: 'Execution Flow',
  description:
    'Runs an operation or chain on the input file, or on each of several, and returns its files.',
  params: {
    id: subRunParameters.id,
    isolate: subRunParameters.sharing,
    newTx: subRunParameters.newTransaction,
    parameters: subRunParameters.parameters,
    rollbackGlobalOnError: subRunParameters.rethrowing,
    timeout: subRunParameters.timeout,
  },
  methods: [
    {
      input: 'bloblist',
      output: 'bloblist',
      async run(context, blobs, params) {
        const results: OperationBlob[] = [];
        for (const blob of blobs) {
          const result = await runOnFile(context, blob, params);
          if (result) results.push(result);
        }
        return results;
      },
    },
    { input: 'blob', output: 'blob', run: runOnFile },
  ],
});

async function runOnFile(
  context: OperationContext,
  blob: OperationBlob,
  params: RunParameters & { readonly id: string },
): Promise<OperationBlob | null> {
  const value = await context.run(params.id, { input: blob, ...subRunOf(params) });
  if (value === null || value instanceof OperationBlob) return value;
  throw operationFailed(`${params.id} answers no file; use RunOperation for it`);
}
