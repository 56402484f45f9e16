import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { obsoleteField } from '../../model/directory.ts';
import {
  findEntry,
  removeEntry,
  updateEntry,
} from '../../repository/directories/change-entries.ts';
import { requireDirectoryEditor } from '../../repository/directories/rights.ts';
import { parseEntryIds } from '../parts/directory-entries.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const deleteDirectoryEntriesOperation = defineOperation({
  id: 'Directory.DeleteEntries',
  label: 'Deletes directory entries',
  category: 'Services',
  description:
    'Removes entries, or marks them as obsolete, and returns a JSON array of their ids. Unknown ids are left out. Only users who may change the directory may call it.',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    entries: required('string', 'The text of a JSON array of ids.'),
    markObsolete: withDefault('boolean', false, {
      description:
        'Whether entries are kept and marked as obsolete, in directories that can say so.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { directoryName, entries, markObsolete }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(directoryName);
        requireDirectoryEditor(principal, directory);
        const wanted = parseEntryIds(entries);
        const keeps =
          markObsolete && directory.schema.fields.some(({ name }) => name === obsoleteField);
        const ids = await context.write(async (unit) => {
          const ids: string[] = [];
          unit.known.references.forget();
          for (const id of wanted) {
            await context.takeTurn();
            if (!(await findEntry(unit.handle, directory, id))) continue;
            const values = { [obsoleteField]: 1 };
            if (keeps) await updateEntry(unit.handle, directory, { id, values });
            else await removeEntry(unit.handle, directories, { directory, id });
            ids.push(id);
          }
          return ids;
        });
        return jsonBlob(ids);
      },
    },
  ],
});
