import { closeSync, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import { type XmlElement, XmlTreeReader } from '../../content/xml-tree.ts';
import { type ArchivedPlace, layoutOf, shown } from './archive-layout.ts';
import type { TaskFolder } from './task-folder.ts';

export interface ReadArchiveParams {
  readonly entriesMax: number;
  readonly documentsMax: number;
  /** Of the XML of one document. */
  readonly xmlBytesMax: number;
  /** Of everything that is unpacked. */
  readonly bytesMax: number;
}

/** A line of the file that the task writes. */
export interface ArchivedDocument extends Pick<ArchivedPlace, 'entry' | 'folder' | 'parent'> {
  readonly root: XmlElement;
  /** Names of files beside the XML → names of files in the output of the task. */
  readonly files: readonly (readonly [name: string, file: string])[];
}

export interface ArchiveContents {
  /** JSON, a document on each line; parents come before their children. */
  readonly listFile: string;
  readonly documents: number;
}

/** Unpacks an export: what its entries are called is only used in the list. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  params: ReadArchiveParams,
): Promise<ArchiveContents> {
  const source = new FileReader(path);
  try {
    const archive = new ZipReader(source, {
      useWebWorkers: false,
      checkSignature: true,
      // `layoutOf` refuses them by their names.
      filenameValidation: 'tolerant',
    });
    const entries = await listEntries(archive, params);
    const places = layoutOf(entries.map(({ filename }) => filename));
    if (places.length > params.documentsMax) {
      throw new Error(`the archive has more than ${params.documentsMax} documents`);
    }
    const unpacking = new Unpacking(entries, { out, params });
    const listFile = 'documents.jsonl';
    await writeLines(join(out, listFile), unpacking.documents(places));
    return { listFile, documents: places.length };
  } finally {
    source.close();
  }
}

async function listEntries(
  archive: ZipReader<unknown>,
  { entriesMax }: ReadArchiveParams,
): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  let count = 0;
  for await (const entry of archive.getEntriesGenerator()) {
    count += 1;
    if (entry.encrypted) throw new Error(`${shown(entry.filename)}: is encrypted`);
    if (!entry.directory) entries.push(entry);
    if (count > entriesMax) {
      throw new Error(`the archive has more than ${entriesMax} entries`);
    }
  }
  return entries;
}

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = createWriteStream(path);
  const closed = new Promise<void>((resolve, reject) => {
    file.on('error', reject).on('close', resolve);
  });
  for await (const line of lines) {
    if (!file.write(`${line}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  }
  file.end();
  await closed;
}

class Unpacking {
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly #out: string;
  readonly #params: ReadArchiveParams;
  #bytesLeft: number;
  #fileCount = 0;

  constructor(
    entries: readonly FileEntry[],
    { out, params }: { readonly out: string; readonly params: ReadArchiveParams },
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.filename, entry]));
    this.#out = out;
    this.#params = params;
    this.#bytesLeft = params.bytesMax;
  }

  async *documents(places: readonly ArchivedPlace[]): AsyncGenerator<string> {
    for (const { entry, folder, parent, files } of places) {
      const root = await this.#readXml(entry);
      const unpacked: [string, string][] = [];
      for (const name of files) unpacked.push([name, await this.#unpack(`${folder}/${name}`)]);
      const document: ArchivedDocument = { entry, folder, parent, root, files: unpacked };
      yield JSON.stringify(document);
    }
  }

  async #readXml(name: string): Promise<XmlElement> {
    const reader = new XmlTreeReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const { xmlBytesMax } = this.#params;
    let left = xmlBytesMax;
    await this.#read(name, async (chunk) => {
      left -= chunk.length;
      if (left < 0) throw new Error(`has more than ${xmlBytesMax} bytes`);
      reader.write(decoder.decode(chunk, { stream: true }));
    });
    return inEntry(name, async () => {
      reader.write(decoder.decode());
      return reader.end();
    });
  }

  async #unpack(name: string): Promise<string> {
    this.#fileCount += 1;
    const file = `file${this.#fileCount}`;
    const target = await open(join(this.#out, file), 'wx');
    try {
      await this.#read(name, (chunk) => target.writeFile(chunk));
    } finally {
      await target.close();
    }
    return file;
  }

  /** The library hides the reason why a stream was not taken. */
  async #read(name: string, take: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    let refusal: { readonly error: unknown } | undefined;
    const target = new WritableStream<Uint8Array>({
      write: async (chunk) => {
        try {
          this.#spend(chunk.length);
          await take(chunk);
        } catch (error) {
          refusal ??= { error };
          throw error;
        }
      },
    });
    await inEntry(name, async () => {
      try {
        await this.#entries.get(name)?.getData(target);
      } catch (error) {
        throw refusal ? refusal.error : error;
      }
    });
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft >= 0) return;
    throw new Error(`the archive unpacks to more than ${this.#params.bytesMax} bytes`);
  }
}

async function inEntry<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${shown(name)}: ${reason}`);
  }
}

/** Reads the parts of a file that the library asks for. */
class FileReader extends Reader<string> {
  readonly #file: number;

  constructor(path: string) {
    super(path);
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    readSync(this.#file, bytes, 0, bytes.length, index);
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}
