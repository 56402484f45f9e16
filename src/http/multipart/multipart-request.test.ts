import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/engines.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { openFileBlobStore } from '../../blobs/file-blob-store.ts';
import {
  type BlobPart,
  isMultipartRequest,
  type MultipartHandlers,
  readMultipartRequest,
} from './multipart-request.ts';

const headers = {
  'content-type': 'multipart/related; boundary="B B"; start="<x>"; type=text/plain',
};

type Part = readonly [head: string, content: Buffer | string];

const jsonPart: Part = ['Content-Type: application/json+nxrequest', '{"params":{}}'];
const blobHead = (name: string) =>
  `Content-Disposition: attachment; filename="${name}"\r\nContent-Type: image/png`;

function body(...parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--B B\r\n${head === '' ? '' : `${head}\r\n`}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--B B--\r\n')]);
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

interface Read {
  readonly json: unknown;
  readonly blobs: readonly (Omit<BlobPart, 'stream'> & { readonly content: string })[];
}

async function read(source: Buffer | Readable, sent = headers): Promise<Read> {
  let json: unknown;
  const stream = Buffer.isBuffer(source) ? Readable.from([source]) : source;
  const blobs = await readMultipartRequest(stream, sent, {
    onRequest: (value) => {
      json = value;
    },
    onBlob: async ({ stream, ...head }) => ({
      ...head,
      content: (await buffer(stream)).toString('latin1'),
    }),
  });
  return { json, blobs };
}

const ignored = { onRequest: () => undefined, onBlob: async () => undefined };

describe('a multipart request', () => {
  test('is JSON first, whatever its head says, and then blobs in order', async () => {
    const result = await read(
      body(
        ['Content-Type: image/gif\r\nContent-ID: <other>', '{"params":{"a":1}}'],
        [blobHead('a.png'), 'first'],
        ['Content-ID: <x>', ''],
        ['Content-Disposition: form-data; name="input#2"\r\nContent-Type: a/b;charset=x', 'third'],
      ),
    );
    expect(result.json).toEqual({ params: { a: 1 } });
    expect(result.blobs).toEqual([
      { name: null, filename: 'a.png', mimeType: 'image/png', encoding: null, content: 'first' },
      {
        name: null,
        filename: null,
        mimeType: 'application/octet-stream',
        encoding: null,
        content: '',
      },
      { name: 'input#2', filename: null, mimeType: 'a/b', encoding: 'x', content: 'third' },
    ]);
  });

  test('may come as a form, as browsers and existing clients send it', async () => {
    const form = new FormData();
    form.append('params', new Blob(['{"params":{}}'], { type: 'application/json' }), 'blob');
    form.append('input', new Blob(['é']), 'été "1".txt');
    const { body, headers } = new Response(form);
    const stream = Readable.from(body ?? []);
    const result = await read(stream, { 'content-type': headers.get('content-type') ?? '' });
    expect(result).toEqual({
      json: { params: {} },
      blobs: [
        {
          name: 'input',
          filename: 'été "1".txt',
          mimeType: 'application/octet-stream',
          encoding: null,
          content: 'Ã©',
        },
      ],
    });
  });

  test('has its transfer encodings undone, in the JSON too', async () => {
    const base64 = 'Content-Transfer-Encoding: base64';
    const result = await read(
      body(
        [base64, btoa('{"a":1}')],
        [base64, btoa('bytes')],
        ['Content-Transfer-Encoding: quoted-printable', 'a=\r\n=3D'],
      ),
    );
    expect(result.json).toEqual({ a: 1 });
    expect(result.blobs.map(({ content }) => content)).toEqual(['bytes', 'a=']);
  });

  test('holds the next part, and the sender, back until one has been dealt with', async () => {
    const sent = body(jsonPart, [blobHead('a'), Buffer.alloc(5_000_000)], [blobHead('b'), 'x']);
    let takenBytes = 0;
    const stream = Readable.from(cut(sent, 10_000)).map((chunk: Buffer) => {
      takenBytes += chunk.length;
      return chunk;
    });
    const events: string[] = [];
    await readMultipartRequest(stream, headers, {
      onRequest: () => {
        events.push('request');
      },
      onBlob: async ({ filename, stream }) => {
        events.push(`begin ${filename}`);
        for (let count = 0; count < 100; count += 1) await turn();
        if (filename === 'a') expect(takenBytes).toBeLessThan(500_000);
        events.push(`end ${filename} ${(await buffer(stream)).length}`);
      },
    });
    expect(events).toEqual(['request', 'begin a', 'end a 5000000', 'begin b', 'end b 1']);
  });

  test('goes on with the next part when a receiver has read nothing or only a little', async () => {
    const sent = body(
      jsonPart,
      [blobHead('a'), Buffer.alloc(3_000_000)],
      [blobHead('b'), Buffer.alloc(3_000_000)],
      [blobHead('c'), 'x'],
    );
    const names = await readMultipartRequest(Readable.from(cut(sent, 50_000)), headers, {
      onRequest: () => undefined,
      onBlob: async ({ filename, stream }) => {
        if (filename === 'b') for await (const chunk of stream) if (chunk.length > 0) break;
        return filename;
      },
    });
    expect(names).toEqual(['a', 'b', 'c']);
  });

  test('may be followed by more, which is read to its end', async () => {
    const stream = new PassThrough();
    stream.write(body(jsonPart, [blobHead('a'), 'x']));
    stream.write(Buffer.alloc(500_000));
    stream.end();
    expect((await read(stream)).blobs).toHaveLength(1);
    expect(stream.readableEnded).toBe(true);
  });

  test('may have as many parts as the limit says', async () => {
    const parts = Array.from(
      { length: limits.multipartPartsMax },
      (_, index): Part => (index === 0 ? jsonPart : ['', String(index)]),
    );
    const { blobs } = await read(body(...parts));
    expect(blobs.map(({ content }) => content)).toEqual(parts.slice(1).map(([, text]) => text));
    await expect(read(body(...parts, ['', 'x']))).rejects.toMatchObject({ status: 400 });
  });
});

describe('a bad multipart request is refused', () => {
  test.each([
    [
      'without a boundary',
      { 'content-type': 'multipart/related' },
      body(jsonPart),
      400,
      /boundary/,
    ],
    ['of another kind', { 'content-type': 'multipart/mixed; boundary=B' }, body(), 415, /related/],
    ['with another boundary', headers, Buffer.from('--C--'), 400, /does not occur/],
    ['without a byte', headers, Buffer.alloc(0), 400, /does not occur/],
    ['without parts', headers, body(), 400, /is empty/],
    ['without a blob', headers, body(jsonPart), 400, /only the JSON part/],
    ['with a first part that is no JSON', headers, body(['', 'x'], ['', 'y']), 400, /first part/],
    ['with an empty first part', headers, body(['', ''], ['', 'y']), 400, /first part/],
    ['with a malformed head', headers, body(jsonPart, ['nonsense', 'y']), 400, /malformed/],
    [
      'nested too deep',
      headers,
      body(['', '['.repeat(65) + ']'.repeat(65)], ['', 'y']),
      400,
      /nested deeper/,
    ],
    [
      'in an unknown transfer encoding',
      headers,
      body(jsonPart, ['Content-Transfer-Encoding: uuencode', 'y']),
      400,
      /uuencode is not supported/,
    ],
    [
      'with broken base64',
      headers,
      body(jsonPart, ['Content-Transfer-Encoding: base64', 'YWJjZ']),
      400,
      /base64/,
    ],
    [
      'with JSON larger than the limit',
      headers,
      body(['', Buffer.alloc(limits.jsonBodyBytesMax + 1, 0x20)], ['', 'y']),
      413,
      /JSON body is larger/,
    ],
  ])('%s', async (_title, sent, bytes, status, message) => {
    const stream = new PassThrough();
    stream.end(bytes);
    const attempt = read(stream, sent as typeof headers);
    await expect(attempt).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  });

  test('cut short anywhere, with an error for the receiver of the part', async () => {
    const sent = body(jsonPart, [blobHead('a'), Buffer.alloc(300, 7)], [blobHead('b'), 'x']);
    for (let length = 0; length < sent.length - 2; length += 1) {
      const failures: unknown[] = [];
      const attempt = readMultipartRequest(Readable.from([sent.subarray(0, length)]), headers, {
        onRequest: () => undefined,
        onBlob: async ({ stream }) => {
          await buffer(stream).catch((error) => failures.push(error));
          if (failures.length > 0) throw new AppError('store.full');
        },
      });
      await expect(attempt, `${length} bytes`).rejects.toMatchObject({ code: 'request.invalid' });
      for (const failure of failures) expect(failure).toMatchObject({ code: 'request.invalid' });
    }
  });

  test('cut short, and nothing of the part stays in the store', async () => {
    const folder = await makeFolder();
    try {
      const store = await openFileBlobStore({ root: folder.path });
      const sent = body(jsonPart, [blobHead('a'), Buffer.alloc(3_000_000, 7)]);
      const stream = new PassThrough();
      const reading = readMultipartRequest(stream, headers, {
        onRequest: () => undefined,
        onBlob: (part) => store.stage(part.stream),
      });
      stream.write(sent.subarray(0, 2_000_000));
      await expect.poll(() => readdir(join(folder.path, 'tmp'))).toHaveLength(1);
      stream.end();
      await expect(reading).rejects.toMatchObject({ code: 'request.invalid' });
      expect(await readdir(join(folder.path, 'tmp'))).toEqual([]);
    } finally {
      await folder.remove();
    }
  });

  test('when its receiver takes a part for whole that was not', async () => {
    const sent = body(jsonPart, [blobHead('a'), Buffer.alloc(300, 7)]);
    const attempt = readMultipartRequest(Readable.from([sent.subarray(0, 200)]), headers, {
      onRequest: () => undefined,
      onBlob: ({ stream }) => buffer(stream).catch(() => undefined),
    });
    await expect(attempt).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('when its connection is lost in the middle', async () => {
    const stream = new PassThrough();
    stream.write(body(jsonPart, [blobHead('a'), Buffer.alloc(100_000)]).subarray(0, 50_000));
    setTimeout(() => stream.destroy(), 5);
    await expect(read(stream)).rejects.toMatchObject({
      code: 'request.invalid',
      message: 'The multipart body is cut short',
    });
  });
});

describe('a multipart request whose handler fails', () => {
  async function fail(handlers: Partial<MultipartHandlers<unknown>>, blob: Buffer) {
    const stream = new PassThrough();
    const reading = readMultipartRequest(stream, headers, { ...ignored, ...handlers });
    stream.write(body(jsonPart, [blobHead('a'), blob], [blobHead('b'), blob]));
    stream.end();
    await expect(reading).rejects.toMatchObject({ code: 'store.full' });
    await expect.poll(() => stream.readableEnded).toBe(true);
  }

  test('fails as the handler did, and the rest of the body is dropped', async () => {
    const refuse = () => {
      throw new AppError('store.full');
    };
    await fail({ onRequest: refuse }, Buffer.alloc(2_000_000));
    await fail({ onBlob: async () => refuse() }, Buffer.alloc(2_000_000));
    await fail({ onBlob: async () => refuse() }, Buffer.alloc(10));
  });

  test('fails at once in the middle of a part that is still being sent', async () => {
    const stream = new PassThrough();
    stream.write(body(jsonPart, [blobHead('a'), Buffer.alloc(200_000)]).subarray(0, 150_000));
    const reading = readMultipartRequest(stream, headers, {
      onRequest: () => undefined,
      onBlob: async ({ stream }) => {
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          if (chunk.length > 0) throw new AppError('store.full');
        }
      },
    });
    await expect(reading).rejects.toMatchObject({ code: 'store.full' });
    stream.write(Buffer.alloc(1_000_000));
    await expect.poll(() => stream.readableLength).toBe(0);
  });
});

test.each([
  ['multipart/related; boundary=x', true],
  ['Multipart/Form-Data;boundary=x', true],
  ['multipart/mixed; boundary=x', false],
  ['multipart/related2', false],
  ['application/json', false],
  [undefined, false],
])('the content type %s announces a multipart request: %s', (type, expected) => {
  expect(isMultipartRequest(type === undefined ? {} : { 'content-type': type })).toBe(expected);
});
