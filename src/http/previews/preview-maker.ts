import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { SharedWork } from '../../base/shared-work.ts';
import { isBlobKey } from '../../blobs/digest.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import type { Workbench, WorkInput, WorkPlace } from '../../conversion/workshop.ts';
import { isMediaType } from '../../model/media-type.ts';
import type { BlobValue } from '../../model/value.ts';
import { releaseLeases, stageWithLease } from '../../repository/attachments/blob-leases.ts';
import type { BlobNaming, BlobServices } from '../../repository/attachments/blobs.ts';
import { keepRendition } from '../../repository/renditions/waiting-renditions.ts';
import { fragmentPart, type MadeFile, type PreviewPart } from './preview-parts.ts';
import type { PreviewedNote } from './preview-source.ts';

/** For whom a part is made: not any more once the signal aborts. */
export interface PreviewReader {
  readonly workbench: Workbench;
  readonly signal: AbortSignal;
}

/** For one file, without the time that it waits for its turn. */
const timeMs = 60_000;

/** Makes the parts of previews: those of files are kept, and made once for all that ask at the same time. */
export class PreviewMaker {
  readonly #services: BlobServices;
  readonly #making = new SharedWork<BlobValue>();

  constructor(services: BlobServices) {
    this.#services = services;
  }

  /**
   * Made in a turn of the first one who asks for it.
   *
   * @throws AppError resource.not-found with the reason when none can be made, conversion.busy
   */
  partOf(
    blob: BlobValue,
    part: PreviewPart,
    { workbench, signal: leaving }: PreviewReader,
  ): Promise<BlobValue> {
    return this.#making.do(`${blob.key} ${part.name}`, leaving, (signal) =>
      this.#make(blob, part, { workbench, signal }),
    );
  }

  #make(blob: BlobValue, part: PreviewPart, reader: PreviewReader): Promise<BlobValue> {
    const { blobs, database } = this.#services;
    const { signal } = reader;
    const { key, length } = blob;
    if (!isBlobKey(key)) throw new AppError('store.corrupt', `not a blob key: ${key}`);
    return work(reader, { sizeBytes: length, open: () => blobs.open(key) }, async (place) => {
      const made = await part.make(place);
      const naming = { ...namingOf(made), signal };
      const kept = await stageWithLease(this.#services, { path: made.path }, naming);
      await database.write(async (handle) => {
        await keepRendition(handle, { blob, name: part.name }, kept.blob, kept.blob.name);
        await releaseLeases(handle, [kept.leaseId]);
      });
      return kept.blob;
    });
  }

  /** The page of a note, which has no content of its own that a result could be kept with. */
  noteFragment({ text, kind }: PreviewedNote, reader: PreviewReader): Promise<string> {
    const bytes = Buffer.from(text);
    const input = { sizeBytes: bytes.length, open: async () => Readable.from([bytes]) };
    const { make } = fragmentPart(kind, { name: null, mimeType: null, encoding: 'UTF-8' });
    return work(reader, input, async (place) => readFile((await make(place)).path, 'utf8'));
  }
}

async function work<T>(
  { workbench, signal }: PreviewReader,
  input: WorkInput,
  use: (place: WorkPlace) => Promise<T>,
): Promise<T> {
  try {
    return await workbench.work([input], use, { timeMs, signal });
  } catch (error) {
    if (error instanceof NothingMade) {
      throw new AppError('resource.not-found', `No preview can be made: ${error.message}`);
    }
    throw conversionError(error);
  }
}

/** Names and types out of a file may be anything. */
function namingOf({ name, mimeType }: MadeFile): BlobNaming {
  const plain = name?.toWellFormed().replaceAll('\0', '').slice(0, limits.fileNameLengthMax);
  const type = isMediaType(mimeType) ? mimeType : 'application/octet-stream';
  return { name: plain ?? null, mimeType: type, encoding: null };
}
