import { openAsBlob } from 'node:fs';
import { BlobReader, ZipReader } from '@zip.js/zip.js/index.min.js';
import type { ArchiveEntry, ArchiveListing } from './archive-listing.ts';
import { fragmentLimits } from './fragment-limits.ts';

/** By the directory at the end of the archive: no entry is inflated. */
export async function listZip(path: string): Promise<ArchiveListing> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)), { useWebWorkers: false });
  const entries: ArchiveEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.length >= fragmentLimits.entriesMax) return { entries, isWhole: false };
    const modifiedMs = entry.lastModDate?.getTime();
    entries.push({
      name: entry.filename,
      sizeBytes: entry.directory ? undefined : entry.uncompressedSize,
      modifiedMs: Number.isNaN(modifiedMs) ? undefined : modifiedMs,
    });
  }
  return { entries, isWhole: true };
}
