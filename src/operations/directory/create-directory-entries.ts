import { defineOperation, required } from '../../automation/define.ts';
import { readNewEntryValues } from '../../model/directory-values.ts';
import { createEntry } from '../../repository/directories/change-entries.ts';
import { requireDirectoryEditor } from '../../repository/directories/rights.ts';
import { parseEntryObjects } from '../parts/directory-entries.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const createDirectoryEntriesOperation = defineOperation({
  id: 'Directory.CreateEntries',
  label: 'Creates directory entries',
  category: 'Services',
  description:
    'Adds entries to a directory and returns a JSON array of their ids. Only users who may change the directory may call it: administrators and power users, unless it says otherwise.',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    entries: required('string', 'The text of a JSON array of objects by field.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { directoryName, entries }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(directoryName);
        requireDirectoryEditor(principal, directory);
        const created = parseEntryObjects(entries).map((given) =>
          readNewEntryValues(directory, given),
        );
        const ids = await context.write(async (unit) => {
          const ids: string[] = [];
          for (const values of created) {
            await context.takeTurn();
            ids.push((await createEntry(unit.handle, directory, values)).id);
          }
          return ids;
        });
        return jsonBlob(ids);
      },
    },
  ],
});
