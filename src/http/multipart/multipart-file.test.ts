import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/errors/app-error.ts';
import { type FilePart, readFirstFilePart } from './multipart-file.ts';

const headers = { 'content-type': 'multipart/form-data; boundary=BOUND' };

function body(...parts: readonly (readonly [head: string, content: Buffer | string])[]): Buffer {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--BOUND\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--BOUND--\r\n')]);
}

const fileHead = (name: string) =>
  `Content-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: image/png`;
const fieldHead = 'Content-Disposition: form-data; name="comment"';

const read = async (part: FilePart) => ({
  filename: part.filename,
  mimeType: part.mimeType,
  content: await buffer(part.stream),
});

describe('the first file of a multipart body', () => {
  test('has its name and type, with any other parts around it', async () => {
    const content = Buffer.from('binary \0 content');
    const sent = body(
      [fieldHead, 'before'],
      [fileHead('été.png'), content],
      [fieldHead, 'after'],
      [fileHead('second.png'), 'ignored'],
    );
    const result = await readFirstFilePart(Readable.from([sent]), headers, read);
    expect(result).toEqual({ filename: 'été.png', mimeType: 'image/png', content });
  });

  test('is whole however the body is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.integer({ min: 1, max: 700 }),
        async (bytes, size) => {
          const sent = body([fileHead('a'), Buffer.from(bytes)]);
          const chunks = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
            sent.subarray(index * size, (index + 1) * size),
          );
          const result = await readFirstFilePart(Readable.from(chunks), headers, read);
          expect(result?.content).toEqual(Buffer.from(bytes));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('has no folders in its name, and none at all without a name', async () => {
    const folders = Readable.from([body([fileHead('C:\\\\dir\\\\a.png'), 'x'])]);
    expect((await readFirstFilePart(folders, headers, read))?.filename).toBe('a.png');
    const head =
      'Content-Disposition: form-data; name="f"\r\nContent-Type: application/octet-stream';
    const nameless = Readable.from([body([head, 'x'])]);
    expect((await readFirstFilePart(nameless, headers, read))?.filename).toBeNull();
  });

  test('has its encodings undone, and the type of its name when none was sent', async () => {
    const head =
      'Content-Disposition: form-data; name="f"; filename="say %22hi%22.pdf"\r\n' +
      'Content-Transfer-Encoding: base64';
    const sent = Readable.from([body([head, btoa('%PDF-')])]);
    expect(await readFirstFilePart(sent, headers, read)).toEqual({
      filename: 'say "hi".pdf',
      mimeType: 'application/pdf',
      content: Buffer.from('%PDF-'),
    });
  });

  test('is undefined when there are only fields', async () => {
    const sent = Readable.from([body([fieldHead, 'x'])]);
    expect(await readFirstFilePart(sent, headers, read)).toBeUndefined();
  });

  test('a body cut short anywhere is refused and never taken for whole', async () => {
    const sent = body([fieldHead, 'x'], [fileHead('a'), Buffer.alloc(3_000, 7)]);
    for (let length = 0; length < sent.length - 4; length += 13) {
      const cut = readFirstFilePart(Readable.from([sent.subarray(0, length)]), headers, read);
      await expect(cut, `${length} bytes`).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  test('a connection lost in the middle is refused', async () => {
    const stream = new PassThrough();
    stream.write(body([fileHead('a'), Buffer.alloc(100_000)]).subarray(0, 50_000));
    setTimeout(() => stream.destroy(), 5);
    const lost = readFirstFilePart(stream, headers, read);
    await expect(lost).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('a failure of the receiver passes through, and the rest of the body is dropped', async () => {
    const stream = new PassThrough();
    const sending = readFirstFilePart(stream, headers, async () => {
      throw new AppError('store.full');
    });
    stream.write(body([fileHead('a'), Buffer.alloc(2_000_000)]));
    stream.end();
    await expect(sending).rejects.toMatchObject({ code: 'store.full' });
    await expect.poll(() => stream.readableEnded).toBe(true);
  });

  test('a body that is not a multipart form is refused', async () => {
    for (const type of [undefined, 'application/json', 'multipart/form-data']) {
      const sent = readFirstFilePart(Readable.from(['x']), { 'content-type': type }, read);
      await expect(sent, type ?? 'none').rejects.toMatchObject({ status: 400 });
    }
  });
});
