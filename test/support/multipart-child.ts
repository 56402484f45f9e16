import { Readable } from 'node:stream';
import { readMultipartRequest } from '../../src/http/multipart/multipart-request.ts';

/**
 * A process of its own that reads a multipart request with one part of as many mebibytes as its first
 * argument says, and prints by how much its resident memory grew and what it received.
 */
const mebibyte = 1024 * 1024;
const pieceBytes = 64 * 1024;
const sizeBytes = Number(process.argv[2]) * mebibyte;

async function* request(partBytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from('--B\r\n\r\n{}\r\n--B\r\nContent-Type: image/png\r\n\r\n');
  // Each piece is new memory, as it is when it comes from a network.
  for (let sent = 0; sent < partBytes; sent += pieceBytes)
    yield Buffer.alloc(pieceBytes, '\r\n--A');
  yield Buffer.from('\r\n--B--\r\n');
}

let peakBytes = 0;

async function receive(partBytes: number): Promise<number> {
  let receivedBytes = 0;
  await readMultipartRequest(
    Readable.from(request(partBytes), { objectMode: false }),
    { 'content-type': 'multipart/related; boundary=B' },
    {
      onRequest: () => undefined,
      onBlob: async ({ stream }) => {
        for await (const chunk of stream) {
          receivedBytes += chunk.length;
          peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
        }
      },
    },
  );
  return receivedBytes;
}

// Loads and compiles everything, and lets the memory of the sender's own pieces settle.
await receive(mebibyte);
for await (const _piece of request(sizeBytes)) process.memoryUsage.rss();
const before = process.memoryUsage.rss();
peakBytes = before;
const receivedBytes = await receive(sizeBytes);
process.stdout.write(JSON.stringify({ receivedBytes, grownBytes: peakBytes - before }));
