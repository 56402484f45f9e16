import { buffer } from 'node:stream/consumers';
import { defineOperation, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Directory, DirectoryField } from '../../model/directory.ts';
import { readNewEntryValues } from '../../model/directory-values.ts';
import { addEntries, type DuplicateEntries } from '../../repository/directories/add-entries.ts';
import { listEntries } from '../../repository/directories/list-entries.ts';
import { requireDirectoryEditor } from '../../repository/directories/rights.ts';
import { type CsvRecord, parseCsvRecords } from '../parts/csv-records.ts';

const csvBytesMax = 1024 * 1024;

/** What is loaded, by the name of the policy; `legacy` fills directories that have no entries. */
const policies: ReadonlyMap<string, DuplicateEntries | 'none'> = new Map([
  ['legacy', 'skip'],
  ['never_load', 'none'],
  ['skip_duplicate', 'skip'],
  ['reject_duplicate', 'refuse'],
  ['update_duplicate', 'change'],
]);

export const loadDirectoryEntriesOperation = defineOperation({
  id: 'Directory.LoadFromCSV',
  label: 'Load directory entries from CSV file',
  category: 'Services',
  description:
    'Adds the entries of a CSV file to a directory; its first line names the fields. Only users who may change the directory may call it.',
  params: {
    dataLoadingPolicy: required(
      'string',
      'What to do with entries whose id is taken: skip_duplicate, reject_duplicate (nothing is loaded then) or update_duplicate; legacy loads only into a directory without entries, never_load nothing.',
    ),
    directoryName: required('string', 'The name of the directory.'),
  },
  methods: [
    {
      input: 'blob',
      output: 'void',
      async run(context, file, { dataLoadingPolicy, directoryName }) {
        const { principal, repository } = context;
        const { directories } = repository;
        const directory = directories.get(directoryName);
        requireDirectoryEditor(principal, directory);
        const duplicates = policyOf(dataLoadingPolicy);
        const records = parseCsvRecords(await readText(context, file));
        const entries = records.map((record) => valuesOf(directory, record));
        if (duplicates === 'none') return;
        await context.write(async (unit) => {
          const isFirst = dataLoadingPolicy.trim().toLowerCase() === 'legacy';
          const some = { offset: 0, limit: 1 };
          if (isFirst && (await listEntries(unit.handle, directory, some)).entries.length > 0)
            return;
          await context.takeTurn(entries.length);
          await addEntries(unit.handle, directory, { entries, duplicates });
        });
      },
    },
  ],
});

function policyOf(name: string): DuplicateEntries | 'none' {
  const policy = policies.get(name.trim().toLowerCase());
  if (policy) return policy;
  throw new AppError(
    'operation.parameter-invalid',
    `Parameter dataLoadingPolicy: ${name.slice(0, 200)} is not one of ${[...policies.keys()].join(', ')}`,
  );
}

async function readText(context: OperationContext, file: OperationBlob): Promise<string> {
  if (file.sizeBytes > csvBytesMax) {
    throw operationFailed(
      `The file has ${file.sizeBytes} bytes; at most ${csvBytesMax} are loaded`,
    );
  }
  return (await buffer(await context.openBlob(file))).toString('utf8');
}

/** CSV has no unset values: for other types than text an empty one is treated as not given. */
function valuesOf(directory: Directory, record: CsvRecord) {
  const { fields } = directory.schema;
  const isText = ({ type }: DirectoryField): boolean => type === 'string' || type === 'password';
  const isMentioned = ([name, text]: [string, string]): boolean =>
    text !== '' || !fields.some((field) => field.name === name && !isText(field));
  const given = Object.entries(record).filter(isMentioned);
  return readNewEntryValues(directory, Object.fromEntries(given));
}
