import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import {
  BlobList,
  DocumentList,
  isList,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
} from '../../automation/values.ts';
import { subRunOf, subRunParameters } from '../parts/sub-run-parameters.ts';

export const runOperationOnListOperation = defineOperation({
  id: 'RunOperationOnList',
  aliases: ['Context.RunOperationOnList'],
  label: 'Run For Each',
  category: 'Execution Flow',
  description:
    'Runs an operation or chain on the input once for each element of a list, which the run finds in a variable. The input is passed through.',
  params: {
    id: subRunParameters.id,
    list: required('string', 'The context variable with the list; nothing happens without it.'),
    isolate: subRunParameters.isolated,
    item: withDefault('string', 'item', {
      description: 'The context variable in which each run finds its element.',
      values: ['item'],
    }),
    newTx: subRunParameters.newTransaction,
    parameters: subRunParameters.parameters,
    rollbackGlobalOnError: subRunParameters.rethrowing,
    timeout: subRunParameters.timeout,
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, params) {
        const { input } = context;
        for (const element of elementsOf(context.variables.get(params.list) ?? null, params.list)) {
          const variables = new Map([[params.item, element]]);
          await context.run(params.id, { input, variables, ...subRunOf(params) });
        }
        return undefined;
      },
    },
  ],
});

function elementsOf(value: Value, name: string): readonly Value[] {
  if (value === null) return [];
  if (isList(value)) return value;
  if (value instanceof DocumentList || value instanceof BlobList) return value.items;
  if (value instanceof UnloadedDocuments) {
    return value.references.map((reference) => new UnloadedDocument(reference));
  }
  throw operationFailed(`The context variable ${name.slice(0, 200)} is not a list`);
}
