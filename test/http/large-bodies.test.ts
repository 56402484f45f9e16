import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { administrator } from '../support/child-server.ts';
import { engines } from '../support/engines.ts';
import { freeReferences } from '../support/free-references.ts';

const mebibyte = 1024 * 1024;

describe.each(engines)('large JSON over a real connection on %s', (engine) => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { jsonBodyMaxMegabytes: 32, ...freeReferences });
    url = await app.listen();
  });
  afterAll(() => app.close());

  const headers = { authorization: administrator, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: string) => {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
    // biome-ignore lint/suspicious/noExplicitAny: the members are what is tested
    return { status: response.status, json: (await response.json()) as any };
  };
  const create = (name: string, properties: object) =>
    send(
      'POST',
      '/api/v1/path/',
      JSON.stringify({ 'entity-type': 'document', type: 'Note', name, properties }),
    );
  const change = (uid: string, properties: object) =>
    send('PUT', `/api/v1/id/${uid}`, JSON.stringify({ 'entity-type': 'document', properties }));

  const subjects = Array.from({ length: 49_000 }, (_unused, at) => `subject "${at}" 漢`);
  // Cut into parts within characters, escapes and pairs.
  const note = '漢\\ud83d\n😀"\\'.repeat(120_000);

  test('a document with long values is stored and returned as it was sent, and changed', async () => {
    const sent = { 'note:note': note, 'dc:subjects': subjects };
    const created = await create('large', sent);
    expect(created.status).toBe(201);
    expect(created.json.properties).toMatchObject(sent);
    const { uid } = created.json;
    const changed = await change(uid, { 'dc:title': 'new', 'dc:subjects': subjects.slice(1) });
    expect(changed.status).toBe(200);
    const read = await send('GET', `/api/v1/id/${uid}`);
    const properties = { 'note:note': note, 'dc:subjects': subjects.slice(1), 'dc:title': 'new' };
    expect(read.json.properties).toMatchObject(properties);
    const fetched = await send(
      'POST',
      '/site/automation/Repository.GetDocument',
      JSON.stringify({ params: { value: uid } }),
    );
    expect(fetched.json.uid).toBe(uid);
  });

  /** How many requests of another client are answered until the large one is. */
  async function answeredMeanwhile(large: Promise<unknown>, path: string): Promise<number> {
    let isOver = false;
    const ended = large.finally(() => {
      isOver = true;
    });
    let count = 0;
    for (; !isOver; count += 1) await send('GET', path);
    await ended;
    return count;
  }

  test('other requests are answered while a large document is read and changed', async () => {
    const long = note.repeat(4);
    const { uid } = (await create('meanwhile', { 'note:note': long })).json;
    const small = (await create('small', {})).json.uid;
    const other = `/api/v1/id/${small}`;
    // In one piece each of parsing, converting and sending it would let one or two of them in.
    // A body that is not read would keep the server from closing.
    const reading = send('GET', `/api/v1/id/${uid}`);
    expect(await answeredMeanwhile(reading, other)).toBeGreaterThanOrEqual(4);
    const changing = change(uid, { 'note:note': `${long}.` });
    expect(await answeredMeanwhile(changing, other)).toBeGreaterThanOrEqual(12);
  });

  test('the response of an operation with a large document is complete', async () => {
    const { uid } = (await create('by operation', { 'note:note': note })).json;
    const response = await fetch(`${url}/site/automation/Repository.GetDocument`, {
      method: 'POST',
      headers: { ...headers, properties: '*' },
      body: JSON.stringify({ params: { value: uid } }),
    });
    const text = await response.text();
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(JSON.parse(text).properties['note:note']).toBe(note);
  });

  test.each([
    ['another character', '{"a":1 "b":2}', 'unexpected character " at position'],
    ['a missing value', '{"a":}', 'unexpected character } at position'],
    ['a comma too much', '[1,2,]', 'unexpected character ] at position'],
    ['a line end in a text', '["a\nb"]', 'unexpected character U+000A at position'],
    ['a text without end', '"abc', 'the text ends too early at position'],
    ['a number of 401 digits', `[${'1'.repeat(401)}]`, 'an integer has more than 400 digits'],
  ])(
    '%s is refused with the same message in a small and a large body',
    async (_what, bad, text) => {
      const messages = ['x', 'x'.repeat(mebibyte)].map(async (pad) => {
        const body = `{"pad":"${pad}",\n"bad":${bad}}`;
        const { status, json } = await send('POST', '/api/v1/path/', body);
        expect(status).toBe(400);
        return json.message;
      });
      const [small, large] = await Promise.all(messages);
      expect(small).toContain(text);
      const withoutOffset = (message: string) => message.replace(/position \d+/, '');
      expect(withoutOffset(large)).toBe(withoutOffset(small));
    },
  );

  test.each([
    ['a name', `{"${'x'.repeat(mebibyte + 1)}":1}`],
    ['white space', `{"a":${' '.repeat(mebibyte + 1)}1}`],
    ['a fraction', `{"a":0.${'1'.repeat(mebibyte + 1)}}`],
  ])('%s of more than 1 MiB is refused', async (_what, body) => {
    const { status, json } = await send('POST', '/api/v1/path/', body);
    expect([status, json.message]).toEqual([413, expect.stringContaining('1048576 characters')]);
  });
});

test.each(engines)(
  'several changes do not make a document larger than one body can be on %s',
  async (engine) => {
    const app = await startTestApp(engine);
    const send = async (name: string, properties: object) =>
      app.request(name, {
        body: { 'entity-type': 'document', type: 'Note', name: 'grown', properties },
      });
    const long = 'x'.repeat(3 * mebibyte);
    const { uid } = (await send('POST /api/v1/path/', { 'note:note': long })).json;
    const change = (properties: object) => send(`PUT /api/v1/id/${uid}`, properties);
    const refused = await change({ 'dc:source': long });
    expect([refused.status, refused.json.message]).toEqual([
      413,
      expect.stringContaining('at most 4718592'),
    ]);
    expect((await change({ 'dc:title': 'short' })).status).toBe(200);
    expect((await change({ 'note:note': 'short', 'dc:source': long })).status).toBe(200);
    await app.close();
  },
);
