import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A large body to send or to receive. */
export interface TransferJob {
  readonly port: number;
  /** Raw request up to the content: as far as the empty line, and what a body begins with. */
  readonly head: string;
  /** Bytes of made-up content to send after it, different each time; 0 to receive only. */
  readonly sendBytes: number;
  /** Raw text after the content, such as the end of a multipart body. */
  readonly tail?: string;
  readonly expectedStatus: number;
}

export interface TransferResult {
  readonly ms: number;
  readonly receivedBytes: number;
}

const pieceBytes = 256 * 1024;

/** Sends, then receives the response; the time is from the first byte sent to the last one received. */
export async function transfer(job: TransferJob): Promise<TransferResult> {
  const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const answer = receive(socket, job.expectedStatus);
  const startedAt = performance.now();
  socket.write(job.head, 'latin1');
  await send(socket, job.sendBytes);
  if (job.tail !== undefined) socket.write(job.tail, 'latin1');
  const receivedBytes = await answer;
  const ms = performance.now() - startedAt;
  socket.destroy();
  return { ms, receivedBytes };
}

async function send(socket: Socket, bytes: number): Promise<void> {
  const piece = randomBytes(pieceBytes);
  for (let left = bytes; left > 0; left -= pieceBytes) {
    const isTaken = socket.write(left < pieceBytes ? piece.subarray(0, left) : piece);
    if (!isTaken) await once(socket, 'drain');
  }
}

/** Resolves to the length of the body once all of it is received. */
function receive(socket: Socket, expectedStatus: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    let expected: number | undefined;
    let received = 0;
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended before the answer')));
    socket.on('data', (chunk: Buffer) => {
      if (expected === undefined) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        const status = Number(text.slice(9, 12));
        if (status !== expectedStatus) reject(new Error(`status ${status}`));
        expected = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
        received = head.length - end - 4;
      } else {
        received += chunk.length;
      }
      if (received >= expected) resolve(received);
    });
  });
}
