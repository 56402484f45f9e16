import { defineOperation, optional, required } from '../../automation/define.ts';
import { setVariable } from '../../automation/variables.ts';
import { readableEntries } from '../parts/directory-entries.ts';
import { createEntryFilter, getField } from '../parts/directory-filters.ts';

export const projectDirectoryOperation = defineOperation({
  id: 'Directory.Projection',
  label: 'Get a Directory Projection',
  category: 'Services',
  description:
    'Sets a context variable to the values that one field has in the entries of a directory. The input is passed through.',
  since: '5.7.2',
  params: {
    columnName: required('string', 'The name of the field.'),
    directoryName: required('string', 'The name of the directory.'),
    variableName: required('string', 'The name of the variable.'),
    filters: optional('properties', 'Values that other fields of the entries must have.'),
    fulltextFields: optional(
      'stringlist',
      'Fields of the filters that only have to begin with the value.',
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { columnName, directoryName, variableName, ...params }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(directoryName);
        const field = getField(directory, 'columnName', columnName);
        const filters = params.filters ?? new Map<string, unknown>();
        const isWanted = createEntryFilter(directory, filters, params.fulltextFields ?? []);
        const entries = await context.read((unit) =>
          readableEntries(unit.handle, directory, principal),
        );
        const values = entries
          .filter(isWanted)
          .map((entry) => (field.type === 'password' ? '' : (entry.values[field.name] ?? null)));
        setVariable(context, variableName, values);
        return undefined;
      },
    },
  ],
});
