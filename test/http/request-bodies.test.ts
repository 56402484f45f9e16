import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type BodyTarget, listBodyTargets } from '../support/body-routes.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { exchangeRaw, type RawResponse, requestBytes } from '../support/raw-http.ts';

/** One byte either way of the sizes at which a stream passes on, holds back and cuts what it has. */
const edges = [16, 64, 128].flatMap((kibibytes) => [-1, 0, 1].map((by) => kibibytes * 1024 + by));
const sizes = [500, ...edges, 96 * 1024, 192 * 1024 + 1, 256 * 1024, 1024 * 1024 + 1];

const codings = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;

const marker = 'the end of the body';

/**
 * A body of that many bytes. JSON that lost a single byte cannot be parsed, and no route takes this
 * one: each says so in its own words, as soon as it has read it to the end.
 */
function bodyOf(
  kind: BodyTarget['kind'],
  size: number,
): { type: string; bytes: Buffer; overhead: number } {
  if (kind === 'file') return { type: 'text/plain', bytes: Buffer.alloc(size, 'x'), overhead: 0 };
  if (kind === 'form') {
    const [head, tail] = [
      '--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n',
      '\r\n--b--\r\n',
    ];
    const content = 'x'.repeat(size - head.length - tail.length);
    const overhead = head.length + tail.length;
    const bytes = Buffer.from(head + content + tail);
    return { type: 'multipart/form-data; boundary=b', bytes, overhead };
  }
  const [head, tail] = ['{"pad":"', `","context":"x","entity-type":"${marker}"}`];
  const bytes = Buffer.from(head + 'x'.repeat(size - head.length - tail.length) + tail);
  return { type: 'application/json', bytes, overhead: head.length + tail.length };
}

function chunked(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  // No power of two, so that the pieces fall everywhere.
  for (let start = 0; start < bytes.length; start += 20_001) {
    const piece = bytes.subarray(start, start + 20_001);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

type Headers = readonly (readonly [string, string])[];

/** What comes back, without what differs from request to request. */
function essence(response: RawResponse | undefined): string {
  return `${response?.status} ${response?.body}`;
}

/** Streams differ from version to version of Node: CI runs this file with several of them. */
const wantedNode = process.env.BODY_TEST_NODE_MAJOR;
test.runIf(wantedNode)(`this is Node ${wantedNode}`, () => {
  expect(process.versions.node.split('.')[0]).toBe(wantedNode);
});

describe.each(engines)('bodies of every size on %s', (engine) => {
  let app: TestApp;
  let url: string;
  let targets: BodyTarget[];
  /** For each target one that has not called yet. */
  const userOf = (index: number) => `slow${index}`;
  beforeAll(async () => {
    app = await startTestApp(engine);
    url = await app.listen();
    targets = await listBodyTargets(app);
    for (const index of targets.keys()) await createUser(app, userOf(index), ['administrators']);
  });
  afterAll(() => app.close());

  interface Sending {
    readonly size: number;
    readonly user?: string;
    readonly frame?: 'plain' | 'chunked';
    readonly coding?: keyof typeof codings;
  }

  async function send(target: BodyTarget, sending: Sending): Promise<RawResponse | undefined> {
    const { size, user = 'Administrator', frame = 'plain', coding } = sending;
    const { type, bytes } = bodyOf(target.kind, size);
    const encoded = coding ? codings[coding](bytes) : bytes;
    const length: Headers =
      frame === 'plain'
        ? [['Content-Length', String(encoded.length)]]
        : [['Transfer-Encoding', 'chunked']];
    const headers: Headers = [
      ['Authorization', `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`],
      ['Content-Type', type],
      ['X-Batch-No-Drop', 'true'],
      ...length,
      ...(coding ? ([['Content-Encoding', coding]] as const) : []),
    ];
    const { method, path } = target;
    const body = frame === 'plain' ? encoded : chunked(encoded);
    return exchangeRaw(url, requestBytes({ method, target: `/nuxeo${path}`, headers, body }));
  }

  /** What a body gets that is so small that nothing can go wrong with it, by target. */
  const small = new Map<BodyTarget, string>();

  async function answerToSmall(target: BodyTarget): Promise<string> {
    const known = small.get(target);
    if (known !== undefined) return known;
    const answer = essence(await send(target, { size: 300 }));
    expect(answer, target.title).not.toMatch(/not valid JSON|is empty|^40[14]/);
    small.set(target, answer);
    return answer;
  }

  async function expectWhole(target: BodyTarget, sending: Sending): Promise<void> {
    const place = `${target.title} ${JSON.stringify(sending)}`;
    const expected = target.kind === 'file' ? undefined : await answerToSmall(target);
    const answer = essence(await send(target, sending));
    if (expected === undefined) expect(answer, place).toMatch(/^201 /);
    else expect(answer, place).toBe(expected);
  }

  /** Files are looked at once more, one after the other. */
  async function expectStored(target: BodyTarget, { size }: Sending): Promise<void> {
    if (target.kind === 'file') {
      const { json } = await app.request(`GET ${target.path}`);
      expect(json.size, target.title).toBe(size);
    }
    if (target.kind === 'form') {
      const { bytes } = await app.request(`GET ${target.path}`);
      expect(bytes.length, target.title).toBe(size - bodyOf('form', 200).overhead);
    }
  }

  test('routes with a body are there and read it', async () => {
    expect(targets.length).toBeGreaterThan(15);
    for (const target of targets) {
      if (target.kind !== 'json') continue;
      const { bytes } = bodyOf('json', 300);
      const headers: Headers = [
        ['Authorization', `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`],
        ['Content-Type', 'application/json'],
        ['X-Batch-No-Drop', 'true'],
        ['Content-Length', String(bytes.length - 1)],
      ];
      const body = bytes.subarray(0, -1);
      const path = `/nuxeo${target.path}`;
      const sent = requestBytes({ method: target.method, target: path, headers, body });
      const response = await exchangeRaw(url, sent);
      expect(essence(response), target.title).toMatch(/^400 .*not valid JSON/);
    }
  });

  test.each(['plain', 'chunked'] as const)('sent %s are read whole', async (frame) => {
    // The store has a part in reading files only.
    const isWithoutStore = engine === 'postgres' && frame === 'chunked';
    for (const target of targets) {
      if (isWithoutStore && target.kind === 'json') continue;
      for (const size of sizes) {
        await expectWhole(target, { size, frame });
        await expectStored(target, { size });
      }
    }
  });

  test('that have arrived before the caller is known are read whole', async () => {
    for (const [index, target] of targets.entries()) {
      const user = userOf(index);
      // Together, so that all of them wait for the one verification of the password.
      const all = target.kind === 'file' ? sizes.slice(-4) : sizes;
      await Promise.all(all.map((size) => expectWhole(target, { size, user })));
    }
  });

  // Once: the store has no part in it.
  test.runIf(engine === 'sqlite').each(['gzip', 'deflate', 'br'] as const)(
    'compressed with %s are read whole',
    async (coding) => {
      for (const target of targets) {
        // A file is stored as it is sent, whatever it is: no other one was requested.
        if (target.kind === 'file') continue;
        for (const size of [500, 65_537, 131_071, 1_048_577]) {
          await expectWhole(target, { size, coding });
          await expectWhole(target, { size, coding, frame: 'chunked' });
        }
      }
    },
  );
});
