import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MultipartParser } from '../multipart/multipart-parser.ts';
import { parsePartHead } from '../multipart/part-head.ts';
import { multipartReply, type ReplyBlob } from './multipart-reply.ts';

function blob(content: string, given: Partial<ReplyBlob> = {}): ReplyBlob {
  const bytes = Buffer.from(content);
  return {
    name: 'a.txt',
    mimeType: 'text/plain',
    sizeBytes: bytes.length,
    open: async () => Readable.from([bytes]),
    ...given,
  };
}

async function send(blobs: readonly ReplyBlob[]) {
  const { status, headers, stream } = multipartReply(blobs);
  const type = String(headers?.['Content-Type']);
  const boundary = /^multipart\/mixed; boundary="([^"]+)"$/.exec(type)?.[1] ?? '';
  const body = await buffer(stream ?? Readable.from([]));
  return { status, headers, boundary, body };
}

/** The parts as a reader of the standard finds them. */
function parts({ boundary, body }: { boundary: string; body: Buffer }) {
  const parser = new MultipartParser(boundary);
  const found: { head: string; content: string }[] = [];
  for (const event of parser.feed(body)) {
    if (event.kind === 'head') found.push({ head: event.bytes.toString(), content: '' });
    const last = found.at(-1);
    if (event.kind === 'content' && last) last.content += event.bytes.toString();
  }
  parser.finish();
  return found;
}

describe('an answer of several blobs', () => {
  test('has one part for each in their order, with name and type, and says how long it is', async () => {
    const sent = await send([blob('one'), blob('', { name: 'b.png', mimeType: 'image/png' })]);
    expect(sent.status).toBe(200);
    expect(sent.headers?.['Content-Length']).toBe(String(sent.body.length));
    expect(parts(sent)).toEqual([
      {
        head: 'Content-Disposition: attachment; filename="a.txt"\r\nContent-Type: text/plain',
        content: 'one',
      },
      {
        head: 'Content-Disposition: attachment; filename="b.png"\r\nContent-Type: image/png',
        content: '',
      },
    ]);
  });

  test('begins with its first boundary, as clients that skip no preamble expect', async () => {
    const { body, boundary } = await send([blob('one')]);
    expect(body.toString().startsWith(`--${boundary}\r\n`)).toBe(true);
    expect(body.toString().endsWith(`one\r\n--${boundary}--\r\n`)).toBe(true);
  });

  test('can be read by the platform as a form would be', async () => {
    const { body, boundary } = await send([blob('one'), blob('two')]);
    const form = body.toString().replaceAll('attachment;', 'form-data; name="x";');
    const response = new Response(form, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const files = (await response.formData()).getAll('x') as File[];
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one', 'two']);
  });

  test('of none has no body and a type of its own', () => {
    expect(multipartReply([])).toEqual({
      status: 204,
      headers: { 'Content-Type': 'application/nuxeo-empty-list' },
    });
  });

  test('says no length when one is not known', async () => {
    const sent = await send([blob('one'), blob('two', { sizeBytes: null })]);
    expect(sent.headers).not.toHaveProperty('Content-Length');
    expect(parts(sent).map(({ content }) => content)).toEqual(['one', 'two']);
  });

  test.each([
    ['été €.txt', `filename="été €.txt"; filename*=UTF-8''%C3%A9t%C3%A9%20%E2%82%AC.txt`],
    ['a b+c.txt', 'filename="a b+c.txt"'],
    ['a"b\\c;d.txt', `filename="a_b_c_d.txt"; filename*=UTF-8''a%22b%5Cc%3Bd.txt`],
    ['a\r\nX: y', `filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
    ['', 'filename="file"'],
    [null, 'filename="file"'],
  ])('names the file %j so that all clients read it', async (name, expected) => {
    const [part] = parts(await send([blob('', { name })]));
    expect(part?.head.split('\r\n')[0]).toBe(`Content-Disposition: attachment; ${expected}`);
  });

  test('has no name and no type that adds a header, and every name comes back', async () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '\r',
          '\n',
          '"',
          '\\',
          ';',
          '%',
          "'",
          '*',
          '\0',
          '\u2028',
          '\x85',
          '\ud800',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (name, mimeType) => {
        const sent = parts(await send([blob('x', { name, mimeType })]));
        expect(sent).toHaveLength(1);
        const head = sent[0]?.head ?? '';
        const lines = head.split(/[\r\n\0\u2028\u2029\x85]+/);
        expect(lines.map((line) => line.split(':')[0])).toEqual([
          'Content-Disposition',
          'Content-Type',
        ]);
        // Without what the reader refuses or cuts off (control characters, folders).
        fc.pre(name !== '' && !/[\p{Cc}/\\]/u.test(name));
        expect(parsePartHead(Buffer.from(head)).filename).toBe(name.toWellFormed());
      }),
      { numRuns: 500 },
    );
  });

  test.each([null, '', 'text', 'text/plain\r\nX: y', 'text/plain; é'])(
    'sends the type %j as plain bytes',
    async (mimeType) => {
      const [part] = parts(await send([blob('', { mimeType })]));
      expect(part?.head).toMatch(/\r\nContent-Type: application\/octet-stream$/);
    },
  );

  test('opens a blob only when its turn has come, and closes it when the reader leaves', async () => {
    const opened: string[] = [];
    const streams: Readable[] = [];
    const large = (name: string) =>
      blob('', {
        name,
        sizeBytes: null,
        open: async () => {
          opened.push(name);
          const stream = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100_000)));
          streams.push(stream);
          return stream;
        },
      });
    const { stream } = multipartReply([large('a'), large('b')]);
    expect(opened).toEqual([]);
    let readBytes = 0;
    for await (const chunk of stream ?? []) {
      readBytes += chunk.length;
      if (readBytes > 5_000_000 && readBytes < 5_200_000) expect(opened).toEqual(['a']);
      if (readBytes > 15_000_000) break;
    }
    expect(opened).toEqual(['a', 'b']);
    await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test.each([
    ['shorter', 2],
    ['longer', 4],
  ])(
    'fails when content is not %s as announced, rather than shift what follows',
    async (_title, sizeBytes) => {
      await expect(send([blob('one', { sizeBytes }), blob('two')])).rejects.toThrow(
        'has other content',
      );
    },
  );

  test('fails when content cannot be opened or read', async () => {
    const gone = async () => {
      throw new Error('gone');
    };
    await expect(send([blob('one', { open: gone })])).rejects.toThrow('gone');
    const broken = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('o');
          throw new Error('broken');
        })(),
      );
    await expect(send([blob('one', { open: broken })])).rejects.toThrow('broken');
  });
});
