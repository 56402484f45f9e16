import type { OperationContext } from '../../automation/operation-context.ts';
import type { BlobPlace, OperationBlob } from '../../automation/values.ts';
import { mapInTurns } from '../../base/turns.ts';
import { writeZip } from '../../content/zip-writer.ts';
import type { Document } from '../../model/document.ts';
import { recordDownload } from '../../repository/audit/audit-events.ts';
import type { ContainerEntry } from './container-entries.ts';

/** The files of an archive as they are told to the audit. */
interface DownloadedFile {
  readonly blobFilename: string;
  readonly place: BlobPlace;
}

interface ArchiveOptions {
  readonly name: string;
  readonly isDownload: boolean;
  /** As of `writeZip`. */
  readonly hasSafeNames?: boolean;
}

/** A zip archive of the files; null when there are none. The audit tells of each if it is a download. */
export async function archiveOf(
  context: OperationContext,
  entries: AsyncGenerator<ContainerEntry>,
  { name, isDownload, hasSafeNames = false }: ArchiveOptions,
): Promise<OperationBlob | null> {
  const first = await entries.next();
  if (first.done) return null;
  const files: DownloadedFile[] = [];
  const all = noting(first.value, entries, isDownload ? files : []);
  const naming = { name, mimeType: 'application/zip', encoding: null };
  const archive = await context.createBlob(writeZip(all, { hasSafeNames }), naming);
  if (isDownload) await auditDownloads(context, files);
  return archive;
}

async function* noting(
  first: ContainerEntry,
  others: AsyncGenerator<ContainerEntry>,
  files: DownloadedFile[],
): AsyncGenerator<ContainerEntry> {
  const note = ({ name, place }: ContainerEntry): void => {
    if (!place) return;
    const blobFilename = name.slice(name.lastIndexOf('/') + 1);
    files.push({ blobFilename, place: { ...place, document: withoutContent(place.document) } });
  };
  note(first);
  yield first;
  for await (const entry of others) {
    note(entry);
    yield entry;
  }
}

/** Of many documents only what the audit needs is kept. */
function withoutContent(document: Document): Document {
  return { ...document, properties: {} };
}

async function auditDownloads(
  context: OperationContext,
  files: readonly DownloadedFile[],
): Promise<void> {
  await context.write((unit) =>
    mapInTurns(files, ({ blobFilename, place: { document, xpath: blobXPath } }) => {
      recordDownload(unit.handle, unit, { document, blobXPath, blobFilename });
    }),
  );
}
