import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { findEntries } from '../../repository/directories/find-entries.ts';
import { mayReadDirectory } from '../../repository/directories/rights.ts';
import { entryFields, parseEntryIds } from '../parts/directory-entries.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const readDirectoryEntriesOperation = defineOperation({
  id: 'Directory.ReadEntries',
  label: 'Reads directory entries',
  category: 'Services',
  description:
    'Returns a JSON array of the entries with the given ids, each an object of its fields. Unknown ids are left out.',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    entries: required('string', 'The text of a JSON array of ids.'),
    lang: optional('string', 'The language of translated labels; English by default.'),
    translateLabels: withDefault('boolean', false, {
      description: 'Whether labels that are message keys are replaced by their texts.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { directoryName, entries, ...labelling }) {
        const { principal, repository } = context;
        const catalogue = repository.directories;
        const directory = catalogue.get(directoryName);
        const ids = parseEntryIds(entries);
        if (!mayReadDirectory(principal, directory)) return jsonBlob([]);
        const found = await context.read((unit) => findEntries(unit.handle, directory, ids));
        const wanted = ids.flatMap((id) => {
          const entry = found.get(id);
          return entry?.id === id ? entry : [];
        });
        return jsonBlob(wanted.map((entry) => entryFields(entry, { catalogue, ...labelling })));
      },
    },
  ],
});
