import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** An archive of texts, with any names. */
export async function zipOf(entries: readonly (readonly [string, string])[]): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of entries) await zip.add(name, new TextReader(text));
  return Buffer.from(await zip.close());
}

/** The entry by which an archive is an export. */
export const exportMarker = ['.nuxeo-archive', ''] as const;
