import { openBatch, referenceTo, type UploadReference } from '../api/uploads.ts';
import { persistently } from './persistence.ts';
import { transfer } from './transfer.ts';

interface Options {
  readonly signal: AbortSignal;
  /** A part of 1. */
  readonly onProgress?: (part: number) => void;
}

/** Uploads a file for a property of a document, which is then saved with the reference. */
export async function uploadBlob(
  file: File,
  { signal, onProgress }: Options,
): Promise<UploadReference> {
  const batch = await persistently(() => openBatch(signal), signal);
  const place = { batch, index: 0 };
  const watch = (confirmed: number, flying: number): void =>
    onProgress?.(file.size === 0 ? 1 : Math.min(1, (confirmed + flying * 0.9) / file.size));
  const content = { file, name: file.name, place, isPlaceNew: true };
  await transfer(content, { signal, onProgress: watch });
  return referenceTo(place);
}
