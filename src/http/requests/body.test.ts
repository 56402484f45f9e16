import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { readJsonBody } from './body.ts';

/** A body that has arrived with the head of its request. */
function arrived(text: string) {
  const stream = new Readable({ highWaterMark: 2 * text.length, read: () => undefined });
  stream.push(text);
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
  return { stream, headers };
}

test.each([
  ['a large body', 1_100_000, true],
  ['a small body', 1_000, false],
])(
  'other work runs while %s is parsed, if parsing takes long: %s characters, %s',
  async (_name, length, givesTurns) => {
    const text = '\n'.repeat(length / 2);
    const source = arrived(JSON.stringify({ text }));
    const rules = { bytesMax: 2_000_000, timeoutMs: 10_000 };
    const read = async () => expect(await readJsonBody(source, rules)).toEqual({ text });
    expect((await turnsDuring(read)) > 0).toBe(givesTurns);
  },
);
