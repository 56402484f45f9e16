import { defineOperation, required } from '../../automation/define.ts';
import { readEntryId, readEntryValues } from '../../model/directory-values.ts';
import { findEntry, updateEntry } from '../../repository/directories/change-entries.ts';
import { requireDirectoryEditor } from '../../repository/directories/rights.ts';
import { parseEntryObjects } from '../parts/directory-entries.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const updateDirectoryEntriesOperation = defineOperation({
  id: 'Directory.UpdateEntries',
  label: 'Updates directory entries',
  category: 'Services',
  description:
    'Changes the given fields of entries and returns a JSON array of the ids of those that were changed. Unknown ids are left out. Only users who may change the directory may call it.',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    entries: required('string', 'The text of a JSON array of objects by field, with their ids.'),
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
        const changes = parseEntryObjects(entries).map(
          ({ [directory.idField]: id, ...fields }) => ({
            id: readEntryId(id),
            values: readEntryValues(directory, fields),
          }),
        );
        const ids = await context.write(async (unit) => {
          const ids: string[] = [];
          for (const change of changes) {
            await context.takeTurn();
            if (!(await findEntry(unit.handle, directory, change.id))) continue;
            await updateEntry(unit.handle, directory, change);
            ids.push(change.id);
          }
          return ids;
        });
        return jsonBlob(ids);
      },
    },
  ],
});
