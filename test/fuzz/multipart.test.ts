import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { readMultipartRequest } from '../../src/http/multipart/multipart-request.ts';
import { Random } from '../support/random.ts';

const mebibyte = 1024 * 1024;

/** The outcome of a body: the parts, or the refusal. */
async function read(body: readonly Buffer[], boundary: string) {
  const chunks = body.filter((chunk) => chunk.length > 0);
  const headers = { 'content-type': `multipart/related; boundary="${boundary}"` };
  try {
    return await readMultipartRequest(Readable.from(chunks), headers, {
      onRequest: () => undefined,
      onBlob: async ({ filename, mimeType, stream }) => ({
        filename,
        mimeType,
        content: (await buffer(stream)).toString('latin1'),
      }),
    });
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    return error.message;
  }
}

/** Pieces of requests in any order: nearly well formed is where parsers go wrong. */
const fragments = fc.constantFrom(
  '--B\r\n',
  '\r\n--B\r\n',
  '\r\n--B--',
  '--B--\r\n',
  '\r\n--B',
  '--B\n',
  '\n--B\n',
  '\r\n',
  '\n',
  '\r',
  '--',
  ' ',
  '{}',
  '{"params":{}}',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Disposition: form-data; name="input"; filename="',
  "Content-Disposition: attachment; filename*=UTF-8''%e9%",
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: x',
  'YWJj',
  '=3D=',
  '"',
  ':',
  '\0',
  '\xff',
);
const opening = fc.constantFrom('', '--B\r\n\r\n{}\r\n--B\r\n', '--B\n\n{}\n--B\n\n');

test('any sequence of fragments is read or refused with 4xx, and alike however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      opening,
      fc.array(fragments, { maxLength: 25 }),
      fc.integer({ min: 1, max: 40 }),
      async (start, pieces, size) => {
        const body = Buffer.from(start + pieces.join(''), 'latin1');
        const cut = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
          body.subarray(index * size, (index + 1) * size),
        );
        expect(await read(cut, 'B')).toEqual(await read([body], 'B'));
      },
    ),
    {
      numRuns: 2_000,
      // Two faults: the bytes that are decoded before the second have the first.
      examples: [
        [
          '',
          [
            '--B\r\n',
            'Content-Transfer-Encoding: base64',
            '\r\n',
            '\r\n',
            'Content-Type: text/plain; charset=utf-8',
          ],
          1,
        ],
      ],
    },
  );
});

test('arbitrary bytes are read or refused with 4xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      await read([Buffer.from(bytes)], 'B');
    }),
  );
});

test('large random content with boundaries that are none arrives unchanged, cut at random', async () => {
  const random = new Random();
  const pieces = Array.from({ length: 200 }, () => [
    random.bytes(random.below(60_000)),
    Buffer.from(
      random.pick(['\r\n--boundar', '\r\n--boundaryX', '\r\n--boundary-', '\r', '\r\n--']),
    ),
    // Starts with a byte that would end neither a boundary nor its line.
    Buffer.from('.'),
  ]);
  const content = Buffer.concat(pieces.flat());
  const body = Buffer.concat([
    Buffer.from('--boundary\r\n\r\n{}\r\n--boundary\r\n\r\n'),
    content,
    Buffer.from('\r\n--boundary--'),
  ]);
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.pick([3, 100, 70_000]));
    chunks.push(body.subarray(at, at + size));
    at += size;
  }
  const result = await read(chunks, 'boundary');
  expect(result, `seed ${random.seed}`).toHaveLength(1);
  const received = typeof result === 'string' ? result : result[0]?.content;
  expect(received === content.toString('latin1'), `seed ${random.seed}`).toBe(true);
});

test('a part of 256 MiB costs less than 50 MB of memory', async () => {
  const script = join(import.meta.dirname, '../support/multipart-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '256']);
  const { receivedBytes, grownBytes } = JSON.parse(stdout);
  expect(receivedBytes).toBe(256 * mebibyte);
  expect(grownBytes).toBeLessThan(50 * mebibyte);
});
