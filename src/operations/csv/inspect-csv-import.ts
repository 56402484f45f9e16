import { defineOperation } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { fromJson, type OperationBlob, type Value } from '../../automation/values.ts';
import {
  csvImportLineJson,
  csvImportResultJson,
  csvImportStatusJson,
} from '../../bulk/csv-import/import-json.ts';
import { getImport, listLines } from '../../bulk/csv-import/import-rows.ts';
import type { CsvImportTable } from '../../storage/csv-import-tables.ts';
import { jsonBlob } from '../parts/json-blob.ts';

/** Lines that are returned at most. */
const linesMax = 10_000;

export const csvImportStatusOperation = defineOperation({
  id: 'CSV.ImportStatus',
  label: 'CSVImportStatus',
  category: 'Document',
  description: 'Returns how far the import is whose id is the input.',
  params: {},
  methods: [
    {
      input: 'string',
      output: 'csvimportstatus',
      run: (context, id) => described(context, id, csvImportStatusJson),
    },
  ],
});

export const csvImportResultOperation = defineOperation({
  id: 'CSV.ImportResult',
  label: 'CSVImportResults',
  category: 'Document',
  description:
    'Returns how many lines of the import whose id is the input were imported, left out and refused.',
  params: {},
  methods: [
    {
      input: 'string',
      output: 'csvimportresult',
      run: (context, id) => described(context, id, csvImportResultJson),
    },
  ],
});

export const csvImportLogOperation = defineOperation({
  id: 'CSV.ImportLog',
  label: 'CSVImportLog',
  category: 'Document',
  description: `Returns what became of the lines of the import whose id is the input; of more than ${linesMax} those first that were not imported.`,
  params: {},
  methods: [
    {
      input: 'string',
      output: 'list',
      async run(context, id): Promise<readonly Value[] | null> {
        if (id === '') return null;
        const lines = await context.read(async ({ handle }) => {
          await getImport(handle, id, context.principal);
          return listLines(handle, id, linesMax);
        });
        return lines.map((line) => fromJson(csvImportLineJson(line)));
      },
    },
  ],
});

async function described(
  context: OperationContext,
  id: string,
  write: (row: CsvImportTable) => object,
): Promise<OperationBlob | null> {
  if (id === '') return null;
  const { principal } = context;
  return jsonBlob(write(await context.read(({ handle }) => getImport(handle, id, principal))));
}
