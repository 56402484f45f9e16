import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { randomId } from '../../base/ids.ts';
import { mapInTurns } from '../../base/turns.ts';
import { normalizeMimeType } from '../../content/mime-types.ts';
import { writeZip } from '../../content/zip-writer.ts';
import { recordDownload } from '../../repository/audit/audit-events.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';
import { zipEntriesOf } from '../parts/zip-entries.ts';

const zipType = 'application/zip';

export const bulkDownloadOperation = defineOperation({
  id: 'Blob.BulkDownload',
  label: 'Bulk Download',
  category: 'Files',
  description:
    'Returns a zip archive of the main files of the input documents; those without one are left out. The audit tells of each file.',
  params: { filename: optional('string', 'The name of the archive.') },
  methods: [
    {
      input: 'documents',
      output: 'blob',
      async run(context, documents, { filename }) {
        const blobs = documents.flatMap((document) => mainBlobOf(document) ?? []);
        const [first] = blobs;
        if (!first) return null;
        const { username } = context.principal;
        const name = filename?.trim() || `BlobListZip-${randomId()}-${username}`;
        const isZip = first.mimeType !== null && normalizeMimeType(first.mimeType) === zipType;
        if (blobs.length === 1 && isZip) return first.renamed(name);
        const archive = writeZip(zipEntriesOf(context, blobs));
        const made = await context.createBlob(archive, { name, mimeType: zipType, encoding: null });
        await context.write((unit) => auditDownloads(unit, blobs));
        return made;
      },
    },
  ],
});

/** Audited here, as the audit of the reply does not have the documents of the files. */
async function auditDownloads(unit: WriteUnit, blobs: readonly OperationBlob[]): Promise<void> {
  await mapInTurns(blobs, ({ name: blobFilename, place }) => {
    if (!place) return;
    const { document, xpath: blobXPath } = place;
    recordDownload(unit.handle, unit, { document, blobXPath, blobFilename });
  });
}
