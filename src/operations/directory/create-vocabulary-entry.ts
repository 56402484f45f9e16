import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { isHierarchical } from '../../model/directory.ts';
import { readEntryValues } from '../../model/directory-values.ts';
import { createEntry, findEntry } from '../../repository/directories/change-entries.ts';
import { requireDirectoryEditor } from '../../repository/directories/rights.ts';

export const createVocabularyEntryOperation = defineOperation({
  id: 'Directory.CreateVocabularyEntry',
  label: 'Vocabulary: Add Entry',
  category: 'Services',
  description:
    'Adds an entry to a vocabulary; with a blank id or that of an existing entry nothing is done. The input is passed through. Only those who may change the vocabulary may call it.',
  params: {
    id: required('string', 'The id of the entry.'),
    vocabularyName: required('string', 'The name of the vocabulary.'),
    label: optional('string', 'The label; the id by default.'),
    obsolete: withDefault('long', 0, {
      description: 'With 1 the entry is no longer offered.',
    }),
    ordering: withDefault('long', 0, {
      description: 'Entries are offered in the order of this number.',
    }),
    parent: withDefault('string', '', {
      description: 'The id of the entry it is below, in hierarchical vocabularies.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { id, vocabularyName, label, parent, ...numbers }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(vocabularyName);
        requireDirectoryEditor(principal, directory);
        if (id.trim() === '') return undefined;
        if (!directory.schema.fields.some(({ name }) => name === 'label')) {
          throw operationFailed(
            `Entries of ${vocabularyName} have no single label; use Directory.CreateEntries`,
          );
        }
        const values = readEntryValues(directory, {
          id,
          label: label || id,
          ...(isHierarchical(directory) && { parent }),
          ...numbers,
        });
        await context.write(async (unit) => {
          if (!(await findEntry(unit.handle, directory, id))) {
            await createEntry(unit.handle, directory, values);
          }
        });
        return undefined;
      },
    },
  ],
});
