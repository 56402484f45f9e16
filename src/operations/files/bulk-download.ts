import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { randomId } from '../../base/ids.ts';
import { EntryNames } from '../../content/entry-names.ts';
import { normalizeMimeType } from '../../content/mime-types.ts';
import { isContainer } from '../../content/renditions.ts';
import { archiveOf } from '../parts/container-archive.ts';
import { ContainerEntries, type ContainerEntry, folderName } from '../parts/container-entries.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';
import { zipEntriesOf } from '../parts/zip-entries.ts';

const zipType = 'application/zip';

/** Of folders and collections among the documents, as where one is downloaded by itself. */
const extent = { reason: 'download', limit: 200, maxDepth: 2 } as const;

export const bulkDownloadOperation = defineOperation({
  id: 'Blob.BulkDownload',
  label: 'Bulk Download',
  category: 'Files',
  description:
    'Returns a zip archive of the main files of the input documents, and of the files in those that are folders or collections; those without one are left out. The audit tells of each file.',
  params: { filename: optional('string', 'The name of the archive.') },
  methods: [
    {
      input: 'documents',
      output: 'blob',
      async run(context, documents, { filename }) {
        const { username } = context.principal;
        const name = filename?.trim() || `BlobListZip-${randomId()}-${username}`;
        const zip = documents.some(isContainer) ? null : onlyZipOf(documents);
        if (zip) return zip.renamed(name);
        return archiveOf(context, entriesOf(context, documents), { name, isDownload: true });
      },
    },
  ],
});

/** The file of the documents, if there is one only and it is an archive already. */
function onlyZipOf(documents: readonly WorkingDocument[]): OperationBlob | null {
  const [first, second] = documents.flatMap((document) => mainBlobOf(document) ?? []);
  const type = second ? null : first?.mimeType;
  return first && type && normalizeMimeType(type) === zipType ? first : null;
}

async function* entriesOf(
  context: OperationContext,
  documents: readonly WorkingDocument[],
): AsyncGenerator<ContainerEntry> {
  const containers = new ContainerEntries(context, extent);
  const names = new EntryNames();
  for (const document of documents) {
    if (isContainer(document)) {
      yield* containers.of(document, `${names.take(folderName(document))}/`);
    } else {
      const blob = mainBlobOf(document);
      for (const entry of zipEntriesOf(context, blob ? [blob] : [])) {
        yield { ...entry, name: names.take(entry.name), place: blob?.place };
      }
    }
  }
}
