import type { FileHandle } from 'node:fs/promises';
import { Reader } from '@zip.js/zip.js';

/** Reads an archive from its file, of which only parts are in memory. */
export class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, sizeBytes: number) {
    super(file);
    this.#file = file;
    this.size = sizeBytes;
  }

  override async readUint8Array(position: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, position);
    return bytes.subarray(0, bytesRead);
  }
}
