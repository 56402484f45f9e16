import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import {
  type Directory,
  type DirectoryCatalogue,
  type DirectoryEntry,
  obsoleteField,
} from '../../model/directory.ts';
import type { Principal } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { readableEntries } from '../parts/directory-entries.ts';
import { createEntryFilter } from '../parts/directory-filters.ts';
import { suggestEntries } from '../parts/directory-suggestions.ts';
import { jsonBlob } from '../parts/json-blob.ts';
import { createSuggestionLabels } from '../parts/suggestion-labels.ts';

const off = (description: string) => withDefault('boolean', false, { description });
const text = (value: string, description: string) => withDefault('string', value, { description });

export const suggestDirectoryEntriesOperation = defineOperation({
  id: 'Directory.SuggestEntries',
  label: 'Get suggested directory entries',
  category: 'Services',
  description:
    'Returns a JSON array of the entries whose labels begin with a text, in the form that selection widgets show; those of hierarchical directories below their parents.',
  params: {
    directoryName: required('string', 'The name of the directory.'),
    absoluteLabelSeparator: text('/', 'What stands between the labels of an absolute label.'),
    canSelectParent: off('Whether parents can be selected, and so are described in full.'),
    caseSensitive: off('Whether upper and lower case are different.'),
    contains: off('Whether the text may be anywhere in the label.'),
    dbl10n: off('Whether there is a field with the label for each language.'),
    displayObsoleteEntries: off('Whether obsolete entries are suggested too.'),
    filterParent: off('Whether parents are looked at themselves, without any entries below them.'),
    filters: withDefault('properties', new Map(), {
      description: 'Values that fields of the entries must have.',
    }),
    keySeparator: text('/', 'What stands between the ids of a computed id.'),
    labelFieldName: text('label', 'The field with the label.'),
    lang: optional('string', 'The language of labels and of their order; English by default.'),
    limit: withDefault('int', -1, { description: 'How many entries at most; -1 for all.' }),
    localize: off('Whether labels that are message keys are replaced by their texts.'),
    searchTerm: optional('string', 'What labels begin with; empty for all.', {
      aliases: ['prefix'],
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { directoryName, filters, displayObsoleteEntries, ...params }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(directoryName);
        const labels = createSuggestionLabels(directories, directory, params);
        const matches = createEntryFilter(directory, filters);
        const isOffered = (entry: DirectoryEntry): boolean =>
          matches(entry) && (displayObsoleteEntries || !isObsolete(entry));
        const { own, above } = await context.read(async (unit) => ({
          own: await readableEntries(unit.handle, directory, principal),
          above: await readAbove(unit.handle, directory, { catalogue: directories, principal }),
        }));
        const { true: offered = [], false: rest = [] } = Object.groupBy(own, (entry) =>
          isOffered(entry) ? 'true' : 'false',
        );
        const suggestions = { directory, labels, params };
        return jsonBlob(suggestEntries(offered, [...above, ...rest], suggestions));
      },
    },
  ],
});

function isObsolete({ values }: DirectoryEntry): boolean {
  const obsolete = values[obsoleteField];
  return (typeof obsolete === 'number' || typeof obsolete === 'bigint') && obsolete > 0;
}

/** The entries of all parent directories of the directory, up to the top. */
async function readAbove(
  handle: ReadHandle,
  directory: Directory,
  { catalogue, principal }: { catalogue: DirectoryCatalogue; principal: Principal },
): Promise<readonly DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  const seen = new Set([directory]);
  let above = catalogue.parentOf(directory);
  while (above && !seen.has(above)) {
    seen.add(above);
    entries.push(...(await readableEntries(handle, above, principal)));
    above = catalogue.parentOf(above);
  }
  return entries;
}
