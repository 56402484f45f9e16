import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join, sep } from 'node:path';
import { mimeTypeOfFileName, unknownMimeType } from '../../content/mime-types.ts';

/** An open file; who gets it closes it. */
export interface FoundFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Changes with every change of the file. */
  readonly etag: string;
  readonly contentType: string;
  readonly encoding: 'br' | 'gzip' | undefined;
  /** Files of which a build prepares compressed forms. */
  readonly isCompressible: boolean;
}

interface Coding {
  readonly name: 'br' | 'gzip';
  readonly suffix: string;
}

/** The smaller one first. */
const codings: readonly Coding[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

const compressible = /\.(?:css|html|ico|js|json|map|mjs|svg|txt|wasm|webmanifest|xml)$/i;

/**
 * The file of a folder at that path, in a compressed form that the client accepts if there is one.
 * Undefined where there is none, and for what is never sent: names that begin with a dot, source code of
 * pages, and what symbolic links lead to outside of the folder.
 */
export async function findFile(
  folder: string,
  names: readonly string[],
  headers: IncomingHttpHeaders,
): Promise<FoundFile | undefined> {
  const last = names.at(-1) ?? '';
  if (!names.every(isPlainName) || /\.jsp$/i.test(last)) return undefined;
  const path = join(folder, ...names);
  const isCompressible = compressible.test(last);
  const accepted = isCompressible ? codings.filter(({ name }) => accepts(headers, name)) : [];
  const facts = { contentType: contentTypeOf(last), isCompressible };
  const whole = await openInside(folder, path);
  if (!whole) return undefined;
  for (const { name, suffix } of accepted) {
    const found = await openInside(folder, path + suffix);
    // A compressed form that was made of another state of the file is older than it.
    if (found && found.modifiedMs >= whole.modifiedMs) {
      await whole.handle.close();
      return { ...found, ...facts, etag: `"${found.mark}-${name}"`, encoding: name };
    }
    await found?.handle.close();
  }
  return { ...whole, ...facts, etag: `"${whole.mark}"`, encoding: undefined };
}

function isPlainName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[\0/\\]/.test(name);
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly mark: string;
}

/** Missing files, folders, and what cannot be read: there is nothing to send. */
async function openInside(folder: string, path: string): Promise<OpenFile | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (!real?.startsWith(folder + sep)) return undefined;
  // Without NONBLOCK opening a named pipe would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const handle = await open(real, flags).catch(() => undefined);
  const facts = await handle?.stat({ bigint: true });
  if (!handle || !facts?.isFile()) {
    await handle?.close();
    return undefined;
  }
  const mark = [facts.mtimeNs, facts.size, facts.ino].map((each) => each.toString(36)).join('-');
  return {
    handle,
    sizeBytes: Number(facts.size),
    modifiedMs: Number(facts.mtimeMs),
    mark,
  };
}

/** Text is UTF-8, as builds write it. */
function contentTypeOf(name: string): string {
  if (/\.m?js$/i.test(name)) return 'text/javascript; charset=utf-8';
  if (/\.(?:json|map)$/i.test(name)) return 'application/json';
  const type = mimeTypeOfFileName(name) ?? unknownMimeType;
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** Whether a coding is in Accept-Encoding, and not with the weight 0. */
function accepts(headers: IncomingHttpHeaders, coding: string): boolean {
  const header = headers['accept-encoding'];
  const items = typeof header === 'string' ? header.toLowerCase().split(',') : [];
  const weights = new Map(
    items.map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)] as const;
    }),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}
