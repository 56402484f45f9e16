import type { TestApp, TestResponse } from './app.ts';
import type { OperationCall } from './operations.ts';

export interface SentFile {
  readonly name: string | null;
  readonly content: string | Buffer;
  readonly type?: string;
}

export function textFile(name: string, content = `content of ${name}`): SentFile {
  return { name, content, type: 'text/plain' };
}

const boundary = 'a-boundary-of-tests';

/** Calls an operation with files as input, as clients do: one is a blob, more are a list. */
export function callWithFiles(
  app: TestApp,
  id: string,
  { files, ...call }: OperationCall & { readonly files: readonly SentFile[] },
): Promise<TestResponse> {
  const { params, context, headers, ...options } = call;
  const request = Buffer.from(JSON.stringify({ params, context }));
  const parts = [part('Content-Type: application/json+nxrequest', request), ...files.map(filePart)];
  return app.request(`POST /site/automation/${encodeURIComponent(id)}`, {
    ...options,
    headers: {
      'content-type': `multipart/related; boundary="${boundary}"`,
      properties: '*',
      ...headers,
    },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  });
}

function filePart({ name, content, type = 'application/octet-stream' }: SentFile): Buffer {
  const filename = name === null ? '' : `; filename="${name}"`;
  const head = `Content-Disposition: attachment${filename}\r\nContent-Type: ${type}`;
  return part(head, Buffer.from(content));
}

function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
}

/** Calls an operation with all files of a new upload batch as a list, even one or none. */
export async function callWithBatch(
  app: TestApp,
  id: string,
  { files, ...call }: OperationCall & { readonly files: readonly SentFile[] },
): Promise<TestResponse> {
  const { params, context, headers, ...options } = call;
  const { batchId } = (await app.request('POST /api/v1/upload', options)).json;
  for (const [index, { name, content, type }] of files.entries()) {
    const response = await app.request(`POST /api/v1/upload/${batchId}/${index}`, {
      ...options,
      headers: {
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name ?? ''),
        ...(type === undefined ? {} : { 'x-file-type': type }),
      },
      body: Buffer.from(content),
    });
    if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  }
  return app.request(`POST /api/v1/upload/${batchId}/execute/${id}`, {
    ...options,
    headers: { properties: '*', ...headers },
    body: { params, context },
  });
}

/** Names and contents of a response that lists files. */
export function listedFiles({ text }: TestResponse): [string, string][] {
  const pattern = /filename="([^"]*)"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/g;
  return [...text.matchAll(pattern)].map(([, name = '', content = '']) => [name, content]);
}
