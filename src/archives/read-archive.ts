import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import { parseStoredJson } from '../base/json-in-turns.ts';
import { limits } from '../base/limits.ts';
import { conversionError } from '../conversion/conversion-error.ts';
import { NothingMade } from '../conversion/external-program.ts';
import type {
  ArchiveContents,
  ArchivedDocument,
  ReadArchiveParams,
} from '../conversion/tasks/read-archive.ts';
import {
  type Workbench,
  WorkExhausted,
  type WorkInput,
  type WorkPlace,
} from '../conversion/workshop.ts';
import { type DescribedDocument, readDocumentXml } from '../entities/document-xml-reader.ts';
import { memberFacet } from '../model/collection-names.ts';
import type { ContentModel } from '../model/content-model.ts';
import { notifiableFacet } from '../model/subscription-names.ts';
import type { BlobValue } from '../model/value.ts';
import type { BlobNaming } from '../repository/attachments/blobs.ts';

const params: ReadArchiveParams = {
  entriesMax: 200_000,
  documentsMax: limits.exportedDocumentsMax,
  xmlBytesMax: 16 * 1024 * 1024,
  bytesMax: 1_000 * 1024 * 1024,
};

/** A document of an archive; its parents come before it. */
export interface ReadDocument {
  /** The name of its entry, for messages. */
  readonly entry: string;
  readonly folder: string;
  /** The index of its parent; null at the top. */
  readonly parent: number | null;
  readonly described: DescribedDocument;
  /** Of its XML, about. */
  readonly bytes: number;
}

interface ArchiveReading {
  readonly workbench: Workbench;
  /** In place of those for requests. */
  readonly bounds?: Partial<ReadArchiveParams>;
  readonly model: ContentModel;
  readonly signal: AbortSignal | undefined;
  /** Stores a file of the archive until a document refers to it. */
  stage(path: string, naming: BlobNaming): Promise<BlobValue>;
}

/**
 * The documents of an export, unpacked by a process apart from the server. Their files are stored, and nothing
 * else is.
 *
 * @throws AppError request.invalid, request.too-large, property.invalid, document.type-unknown with the name
 *   of the entry; conversion.busy
 */
export function readArchive(
  archive: WorkInput,
  reading: ArchiveReading,
): Promise<readonly ReadDocument[]> {
  return withArchive(archive, reading, gather);
}

/** As `readArchive`, for archives of any size: each document is unpacked already, and read when it is asked for. */
export async function withArchive<T>(
  archive: WorkInput,
  reading: ArchiveReading,
  use: (documents: AsyncIterable<ReadDocument>, count: number) => Promise<T>,
): Promise<T> {
  const { workbench, signal, bounds } = reading;
  try {
    return await workbench.work(
      [archive],
      async (place) => {
        const unpacked = await place.runTask('read-archive', { ...params, ...bounds });
        const { listFile, documents } = unpacked as ArchiveContents;
        return use(readList(place, listFile, reading), documents);
      },
      signal ? { signal } : {},
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

async function gather(documents: AsyncIterable<ReadDocument>): Promise<readonly ReadDocument[]> {
  const gathered: ReadDocument[] = [];
  let left = limits.listedBytesMax;
  for await (const document of documents) {
    left -= document.bytes;
    if (left < 0) {
      const most = Math.round(limits.listedBytesMax / 2 ** 20);
      throw new AppError(
        'request.too-large',
        `the documents of the archive have more than ${most} MiB of properties: export smaller folders, or import it with cartulary import`,
      );
    }
    gathered.push(document);
  }
  return gathered;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof WorkExhausted) {
    return new AppError('request.too-large', `the archive cannot be unpacked: ${error.message}`);
  }
  if (error instanceof NothingMade) return new AppError('request.invalid', error.message);
  return conversionError(error);
}

async function* readList(
  place: WorkPlace,
  listFile: string,
  reading: ArchiveReading,
): AsyncGenerator<ReadDocument> {
  const lines = createInterface({ input: createReadStream(join(place.out, listFile)) });
  for await (const line of lines) {
    const { entry, folder, parent, root, files } = (await parseStoredJson(
      line,
    )) as ArchivedDocument;
    const described = await inEntry(entry, async () => {
      const found = readDocumentXml(root, reading.model, [memberFacet, notifiableFacet]);
      await placeFiles(found, place, { files, reading });
      return found;
    });
    yield { entry, folder, parent, described, bytes: line.length };
  }
}

async function placeFiles(
  { files: wanted }: DescribedDocument,
  { out }: WorkPlace,
  { files, reading }: Pick<ArchivedDocument, 'files'> & { readonly reading: ArchiveReading },
): Promise<void> {
  const paths = new Map(files);
  for (const { data, name, mimeType, encoding, place } of wanted) {
    const file = paths.get(data);
    if (file === undefined) {
      throw new AppError(
        'request.invalid',
        `${data.slice(0, 200)}: the file is not in the archive`,
      );
    }
    const path = join(out, file);
    // What unpacked it has read foreign bytes: a link would lead out of the folder.
    if (!/^file\d+$/.test(file) || !(await lstat(path)).isFile()) {
      throw new AppError('request.invalid', `${data.slice(0, 200)}: is no file`);
    }
    place(await reading.stage(path, { name, mimeType, encoding }));
  }
}

/** Names the entry in errors of the sender. */
async function inEntry<T>(entry: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAppError(error) && error.status < 500 ? withEntry(entry, error) : error;
  }
}

export function withEntry(entry: string, { code, message, detail }: AppError): AppError {
  return new AppError(code, `${entry.slice(0, 300)}: ${message}`, { detail });
}
