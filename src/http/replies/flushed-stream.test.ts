import { createHash, randomBytes } from 'node:crypto';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlushedStream } from './flushed-stream.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a stream that gives its memory back', () => {
  let server: Server;
  let chunks: Buffer[] = [];
  beforeAll(async () => {
    server = createServer((_request, response) => {
      new FlushedStream(async () => Readable.from(chunks)).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.closeAllConnections());
  afterAll(() => server.close());

  /** Reads with pauses, so that chunks wait in the response and its socket. */
  async function fetchSlowly(pauseMs: number): Promise<Buffer> {
    const { port } = server.address() as AddressInfo;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    get({ port, host: '127.0.0.1' }, async (response) => {
      const parts: Buffer[] = [];
      try {
        for await (const part of response) {
          parts.push(part);
          if (parts.length % 20 === 0) await new Promise((wake) => setTimeout(wake, pauseMs));
        }
        resolve(Buffer.concat(parts));
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }

  const owned = (size: number): Buffer => {
    const chunk = Buffer.allocUnsafeSlow(size);
    randomBytes(size).copy(chunk);
    return chunk;
  };

  test('sends every byte as it is, to slow and fast readers, in chunks of any size', async () => {
    for (const pauseMs of [0, 3]) {
      for (const sizes of [[1], Array(40).fill(512 * 1024), [5, 900_000, 1, 70_000, 3_000_000]]) {
        chunks = sizes.map(owned);
        const expected = hash(Buffer.concat(chunks));
        expect(hash(await fetchSlowly(pauseMs))).toBe(expected);
      }
    }
  });

  test('holds hardly any chunk once a reader has them', async () => {
    chunks = Array.from({ length: 60 }, () => owned(512 * 1024));
    await fetchSlowly(0);
    expect(chunks.filter((chunk) => chunk.length > 0).length).toBeLessThan(20);
  });

  test('leaves chunks alone that are part of something larger', async () => {
    const whole = owned(3_000_000);
    const copy = Buffer.from(whole);
    chunks = [whole.subarray(0, 1_000_000), whole.subarray(1_000_000)];
    await fetchSlowly(0);
    expect(whole.equals(copy)).toBe(true);
  });

  test('is a plain stream where there is no connection', async () => {
    const parts = Array.from({ length: 10 }, () => owned(100_000));
    const whole = Buffer.concat(parts);
    expect((await buffer(new FlushedStream(async () => Readable.from(parts)))).equals(whole)).toBe(
      true,
    );
    const piped = new FlushedStream(async () => Readable.from(parts)).pipe(new PassThrough());
    expect((await buffer(piped)).equals(whole)).toBe(true);
    expect(parts.every((part) => part.length === 100_000)).toBe(true);
  });

  test('passes failures on, also of opening', async () => {
    const failing = new PassThrough();
    const failed = buffer(new FlushedStream(async () => failing));
    setImmediate(() => failing.destroy(new Error('disk gone')));
    await expect(failed).rejects.toThrow('disk gone');
    const cut = new PassThrough();
    const ended = buffer(new FlushedStream(async () => cut));
    setImmediate(() => cut.destroy());
    await expect(ended).rejects.toThrow('before its end');
    const unopened = new FlushedStream(() => Promise.reject(new Error('no such file')));
    await expect(buffer(unopened)).rejects.toThrow('no such file');
  });

  test('opens nothing until it is read, and closes what it has opened when it is dropped', async () => {
    let opened = 0;
    const unread = new FlushedStream(async () => {
      opened += 1;
      return new PassThrough();
    });
    unread.destroy();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(opened).toBe(0);
    const source = new PassThrough();
    const dropped = new FlushedStream(async () => source);
    dropped.read(0);
    dropped.destroy();
    await expect.poll(() => source.destroyed).toBe(true);
    const flowing = new PassThrough();
    const stopped = new FlushedStream(async () => flowing);
    flowing.write('x');
    await new Promise((resolve) => stopped.once('data', resolve));
    stopped.destroy();
    await expect.poll(() => flowing.destroyed).toBe(true);
  });
});
