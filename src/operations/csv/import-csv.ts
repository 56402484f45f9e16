import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { readColumns } from '../../bulk/csv-import/columns.ts';
import { addImport } from '../../bulk/csv-import/import-rows.ts';
import { isUnreadable, readHead } from '../../bulk/csv-import/read-records.ts';
import { requirePermission } from '../../repository/access/permissions.ts';

export const importCsvOperation = defineOperation({
  id: 'CSV.Import',
  label: 'CSVImport',
  category: 'Document',
  description:
    'Creates and changes documents below a folder as the lines of a CSV file say, in the background; returns the id of the import. The first line names the columns: name, type, and properties.',
  params: {
    path: required('string', 'The path of the folder.'),
    documentMode: withDefault('boolean', false, {
      description:
        'Ids (ecm:uuid), states (ecm:lifeCycleState), dates and authors are those of the file. Administrators only.',
    }),
    sendReport: withDefault('boolean', false, {
      description: 'Sends the caller a mail with the counts at the end.',
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'string',
      async run(context, file, { path, documentMode: isDocumentMode, sendReport: sendsReport }) {
        if (isDocumentMode && !context.principal.isAdministrator) {
          const { username } = context.principal;
          const reason = `${username} is no administrator: leave documentMode out`;
          throw new AppError('permission.denied', reason);
        }
        const folder = await context.load({ path });
        await context.read((unit) =>
          requirePermission(unit, { document: folder, permission: 'AddChildren' }),
        );
        await refuseUnusable(context, file, isDocumentMode);
        const blobKey = (await context.storeBlob(file)).key as BlobKey;
        const folderPath = folder.path ?? path;
        return context.write((unit) =>
          addImport(unit, { path: folderPath, blobKey, isDocumentMode, sendsReport }),
        );
      },
    },
  ],
});

/** Mistakes in the columns are told at once. @throws AppError csv-import.invalid */
async function refuseUnusable(
  context: OperationContext,
  file: OperationBlob,
  isDocumentMode: boolean,
): Promise<void> {
  const head = await readHead(await context.openBlob(file));
  if (head && isUnreadable(head)) {
    const reason = `line ${head.line}: ${head.problem}`;
    throw new AppError('csv-import.invalid', `The CSV file cannot be imported: ${reason}`);
  }
  readColumns(context.repository.model, head, { isDocumentMode });
}
