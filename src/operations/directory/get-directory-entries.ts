import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { entryFields, readableEntries } from '../parts/directory-entries.ts';
import { jsonBlob } from '../parts/json-blob.ts';

interface EntriesParams {
  readonly directoryName: string;
  readonly lang: string | null;
  readonly translateLabels: boolean;
}

export const getDirectoryEntriesOperation = defineOperation({
  id: 'Directory.Entries',
  label: 'Get directory entries',
  category: 'Services',
  description: 'Returns a JSON array of all entries of a directory, each an object of its fields.',
  access: 'administrator',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    lang: optional('string', 'The language of translated labels; English by default.'),
    translateLabels: withDefault('boolean', false, {
      description: 'Whether labels that are message keys are replaced by their texts.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      run: (context, _input, params) => readEntries(context, params),
    },
    {
      input: 'document',
      output: 'blob',
      run: (context, _document, params) => readEntries(context, params),
    },
  ],
});

async function readEntries(
  context: OperationContext,
  { directoryName, ...labelling }: EntriesParams,
): Promise<OperationBlob> {
  const { principal, repository } = context;
  const catalogue = repository.directories;
  const directory = catalogue.get(directoryName);
  const entries = await context.read((unit) => readableEntries(unit.handle, directory, principal));
  return jsonBlob(entries.map((entry) => entryFields(entry, { catalogue, ...labelling })));
}
