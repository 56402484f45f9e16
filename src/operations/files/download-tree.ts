import { defineOperation, optional } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { archiveOf } from '../parts/container-archive.ts';
import { type DownloadEntry, DownloadTree } from '../parts/download-tree.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const downloadTreeOperation = defineOperation({
  id: 'Blob.DownloadTree',
  label: 'Download Tree',
  category: 'Files',
  description:
    'Returns a zip archive of the main files of the input documents, and of all files at any depth in those that are folders or collections, in their tree. Refuses what is too large for one archive, and never leaves out a file that the caller may read. The audit tells of each file.',
  params: { filename: optional('string', 'The name of the archive.') },
  methods: [
    {
      input: 'documents',
      output: 'blob',
      run(context, documents, { filename }) {
        const name = filename?.trim() || 'download.zip';
        const entries = bounded(new DownloadTree(context).entries(documents));
        return archiveOf(context, entries, { name, isDownload: true, hasSafeNames: true });
      },
    },
  ],
});

export const measureDownloadOperation = defineOperation({
  id: 'Blob.MeasureDownload',
  label: 'Measure Download',
  category: 'Files',
  description:
    'Returns how many files an archive of the input documents made by Blob.DownloadTree has, their bytes, and how many of both one archive can have.',
  params: {},
  methods: [
    {
      input: 'documents',
      output: 'blob',
      async run(context, documents) {
        const measured = { files: 0, bytes: 0 };
        for await (const { sizeBytes } of new DownloadTree(context).entries(documents)) {
          measured.files += 1;
          measured.bytes += sizeBytes;
        }
        const { exportedDocumentsMax: filesMax, downloadedBytesMax: bytesMax } = limits;
        return jsonBlob({ ...measured, filesMax, bytesMax });
      },
    },
  ],
});

async function* bounded(entries: AsyncGenerator<DownloadEntry>): AsyncGenerator<DownloadEntry> {
  const { exportedDocumentsMax: filesMax, downloadedBytesMax: bytesMax } = limits;
  let [files, bytes] = [0, 0];
  for await (const entry of entries) {
    files += 1;
    bytes += entry.sizeBytes;
    if (files > filesMax) throw tooLarge(`${filesMax} files`);
    if (bytes > bytesMax) throw tooLarge(`${bytesMax} bytes of files`);
    yield entry;
  }
}

function tooLarge(most: string): AppError {
  return new AppError(
    'request.answer-too-large',
    `An archive has at most ${most}: download the folders in it one by one`,
  );
}
