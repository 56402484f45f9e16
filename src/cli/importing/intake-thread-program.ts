import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type ContentLinks,
  clearContent,
  placeContent,
  type StagingFolder,
  type WrittenContent,
  writeContent,
} from '../../blobs/small-files.ts';
import { importedType } from '../../content/imported-types.ts';
import { detectMimeType } from '../../content/mime-types.ts';
import { sniffedBytesMax } from '../../content/sniff-mime-type.ts';

/** The start data of the thread. */
export interface IntakeSetup {
  readonly folder: StagingFolder;
  /** Types of documents that files become by their content and that have no place for a file. */
  readonly placelessTypes: readonly string[];
}

export interface IntakeFile {
  readonly path: string;
  readonly fileName: string;
  /** Whether the document will have a place for the file; null when its content decides on the type. */
  readonly hasPlace: boolean | null;
}

export interface FileMeasure {
  readonly size: number;
  readonly birthtimeMs: number;
  readonly mtimeMs: number;
}

/** The file cannot be read. */
export interface UnreadableFile {
  readonly problem: string;
}

export type TakenFile =
  | { readonly mimeType: string; readonly written: WrittenContent }
  | { readonly mimeType: string; readonly bytes: Uint8Array }
  | UnreadableFile;

export type IntakeRequest =
  | { readonly kind: 'measure'; readonly paths: readonly string[] }
  | { readonly kind: 'take'; readonly files: readonly IntakeFile[] }
  | { readonly kind: 'place' | 'clear'; readonly links: readonly ContentLinks[] }
  | { readonly kind: 'end' };

/** Errors lose their code in a message. */
export type IntakeReply =
  | { readonly results: readonly (FileMeasure | TakenFile | boolean)[] }
  | { readonly message: string; readonly code: unknown };

const { folder, placelessTypes } = workerData as IntakeSetup;

function measure(path: string): FileMeasure | UnreadableFile {
  try {
    const { size, birthtimeMs, mtimeMs } = lstatSync(path);
    return { size, birthtimeMs, mtimeMs };
  } catch (error) {
    return { problem: textOf(error) };
  }
}

/** Errors while the content is written are those of the store. */
function take({ path, fileName, hasPlace }: IntakeFile): TakenFile {
  let bytes: Buffer;
  try {
    bytes = readWhole(path);
  } catch (error) {
    return { problem: textOf(error) };
  }
  const head = bytes.subarray(0, sniffedBytesMax);
  const mimeType = detectMimeType({ name: fileName, mimeType: null, head });
  const isText = hasPlace === null ? placelessTypes.includes(importedType(mimeType)) : !hasPlace;
  return isText ? { mimeType, bytes } : { mimeType, written: writeContent(bytes, folder) };
}

function readWhole(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    let bytes = Buffer.allocUnsafeSlow(fstatSync(file).size + 1);
    for (let filled = 0; ; ) {
      const bytesRead = readSync(file, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) return bytes.subarray(0, filled);
      filled += bytesRead;
      // It has grown meanwhile.
      if (filled === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    }
  } finally {
    closeSync(file);
  }
}

function run(request: Exclude<IntakeRequest, { readonly kind: 'end' }>): IntakeReply {
  switch (request.kind) {
    case 'measure':
      return { results: request.paths.map(measure) };
    case 'take':
      return { results: request.files.map(take) };
    case 'place':
      return { results: request.links.map(placeContent) };
    case 'clear':
      return { results: request.links.map(clearContent) };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

parentPort?.on('message', (request: IntakeRequest) => {
  if (request.kind === 'end') {
    parentPort?.close();
    return;
  }
  let reply: IntakeReply;
  try {
    reply = run(request);
  } catch (error) {
    reply = { message: textOf(error), code: (error as { code?: unknown }).code };
  }
  parentPort?.postMessage(reply);
});
