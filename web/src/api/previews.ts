import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import type { Doc } from './types.ts';

type Source = Pick<Doc, 'uid' | 'changeToken'>;

/** The audit tells readers of previews from downloads by it; with the token of a change the file may be kept. */
function viewing({ changeToken }: Source) {
  return { clientReason: 'view', ...(changeToken && { changeToken }) };
}

/** The address of a file of a document, to be shown. */
export function blobUrl(document: Source, xpath: string): string {
  const path = { id: document.uid, xpath };
  return api.url('/api/v1/id/{id}/@blob/{xpath}', { path, query: viewing(document) });
}

/** The address of a file of a document, to be stored by the user. */
export function downloadUrl({ uid }: Source, xpath: string): string {
  const query = { clientReason: 'download' };
  return api.url('/api/v1/id/{id}/@blob/{xpath}', { path: { id: uid, xpath }, query });
}

/** The address of what the server makes for previews: a page, or with a name the file `pdf` or `image`. */
export function previewUrl(document: Source, file: '' | 'pdf' | 'image'): string {
  const path = { id: document.uid, file };
  return api.url('/api/v1/id/{id}/@preview/{file}', { path, query: viewing(document) });
}

/** Has the server make what it shows of a document. It may take long; leaving the preview gives it up. */
export function madePreviewQuery(document: Source, file: '' | 'pdf' | 'image') {
  return queryOptions({
    queryKey: keys.part(document.uid, 'preview', file, document.changeToken),
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await api.send('GET', '/api/v1/id/{id}/@preview/{file}', {
        path: { id: document.uid, file },
        query: viewing(document),
        // The content itself is read by the viewer.
        headers: { Range: 'bytes=0-0' },
        signal,
      });
      await response.body?.cancel();
      return previewUrl(document, file);
    },
  });
}

export interface TextBeginning {
  readonly text: string;
  /** The size of the whole file. */
  readonly totalBytes: number;
  readonly isWhole: boolean;
}

export const textBytesMax = 1_000_000;

/** The beginning of a text file. It is forgotten soon: the next document is another text. */
export function textQuery(document: Source, xpath: string) {
  return queryOptions({
    queryKey: keys.part(document.uid, 'text', xpath, document.changeToken),
    gcTime: 20_000,
    queryFn: async ({ signal }): Promise<TextBeginning> => {
      const response = await api.send('GET', '/api/v1/id/{id}/@blob/{xpath}', {
        path: { id: document.uid, xpath },
        query: viewing(document),
        headers: { Range: `bytes=0-${textBytesMax - 1}` },
        signal,
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const total = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1];
      const totalBytes = total === undefined ? bytes.length : Number(total);
      const isWhole = bytes.length >= totalBytes;
      return { text: decoded(bytes, isWhole), totalBytes, isWhole };
    },
  });
}

/** UTF-8 and UTF-16 with their marks; otherwise what is no UTF-8 is taken for the old Western code. */
function decoded(bytes: Uint8Array, isWhole: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A part of the viewer of PDF files, such as the table of a code of characters. */
export async function bytesOf(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
