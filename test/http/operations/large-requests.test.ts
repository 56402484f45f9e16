import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/base/limits.ts';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../../support/multipart.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const log = { params: { level: 'debug', message: 'x' } };
const manyPartsMs = 120_000;

lowerLimits({ multipartPartsMax: 1_000 });

describe.each(engines)('odd and large requests for operations on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    // Flushing tens of thousands of files to a disk takes most of the time and proves nothing here.
    const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    folder = await mkdtemp(join(memory, 'cartulary-test-'));
    app = await startTestApp(engine, { data: folder });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Nothing of a request stays once its response has released its resources. */
  afterEach(async () => {
    const { blob = [], blob_lease: leases = [] } = await dumpSettledStore(app);
    const contents = await Array.fromAsync(app.services.blobs.list());
    const temporary = await readdir(join(folder, 'blobs', 'tmp'));
    expect([blob, leases, contents, temporary].map(({ length }) => length)).toEqual([0, 0, 0, 0]);
  }, manyPartsMs);

  const send = (body: Buffer | string, type = 'application/json', id = 'Log') =>
    app.request(`POST /site/automation/${id}`, { body, headers: { 'content-type': type } });

  function expectRefusal(response: TestResponse, status: number, word: RegExp): void {
    expect([response.status, response.text]).toEqual([status, expect.stringMatching(word)]);
    expect(response.json).toMatchObject({ 'entity-type': 'exception', status });
  }

  test.each([
    ['no body', '', /empty/],
    ['half an object', '{"params": {', /not valid JSON/],
    ['a bare word', 'hello', /not valid JSON/],
    ['two objects', '{}{}', /not valid JSON/],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
    ['a list', '[]', /JSON object/],
    ['a text', '"x"', /JSON object/],
    ['a number', '5', /JSON object/],
    ['null', 'null', /JSON object/],
    ['nesting without end', '{"params":'.repeat(5_000), /nested deeper/],
    ['params that are a list', '{"params":[]}', /params/],
    ['params that are a text', '{"params":"level=info"}', /params/],
    ['params that are false', '{"params":false}', /params/],
    ['a context that is a list', '{"context":[1]}', /context/],
    ['a context that is a number', '{"context":0}', /context/],
    ['an entity of no known type', '{"input":{"entity-type":"x"}}', /entity-type x/],
    ['an input that names nothing', '{"input":"doc:"}', /doc:/],
  ])('%s is refused with a reason', async (_case, body, reason) => {
    expectRefusal(await send(body), 400, reason);
  });

  test('a body of another type is 415', async () => {
    expectRefusal(await send('<x/>', 'text/xml'), 415, /send application\/json/);
    expectRefusal(await send('x', 'multipart/mixed; boundary=b0'), 415, /application\/json/);
  });

  test('JSON larger than the limit is 413, also as the first part', async () => {
    const large = JSON.stringify({ params: { message: 'x'.repeat(limits.jsonBodyBytesMax) } });
    expectRefusal(await send(large), 413, /larger than/);
    const body = multipartBody([jsonPart(large), filePart('a', 'x')]);
    expectRefusal(await send(body, multipartType), 413, /larger than/);
  });

  test.each([
    ['no operation', 'No.Such', 404],
    ['nearly one', 'Log.', 404],
    ['__proto__', '__proto__', 404],
    ['constructor', 'constructor', 404],
    ['an escaped slash', 'a%2Fb', 400],
    ['a zero byte', '%00', 404],
    ['four thousand characters', 'x'.repeat(4_000), 404],
  ])('%s as the name is refused with or without files', async (_case, id, status) => {
    const plain = await send(JSON.stringify(log), 'application/json', id);
    const withFile = await send(
      multipartBody([jsonPart(log), filePart('a', 'x')]),
      multipartType,
      id,
    );
    expect([plain.status, withFile.status]).toEqual([status, status]);
    expect(withFile.json['entity-type']).toBe('exception');
  });

  test.each([
    ['no JSON first', multipartBody([filePart('a', 'hello'), filePart('b', 'x')]), /first part/],
    ['a list first', multipartBody([jsonPart([]), filePart('b', 'x')]), /JSON object/],
    ['wrong params', multipartBody([jsonPart({ params: 5 }), filePart('b', 'x')]), /params/],
    ['JSON alone', multipartBody([jsonPart(log)]), /only the JSON part/],
    ['no part at all', Buffer.from('--b0--\r\n'), /empty/],
    ['another boundary', Buffer.from('--b1\r\n\r\n{}\r\n--b1--\r\n'), /does not occur/],
    ['nothing', Buffer.alloc(0), /does not occur/],
  ])('a multipart request with %s is refused with a reason', async (_case, body, reason) => {
    expectRefusal(await send(body, multipartType), 400, reason);
  });

  test.each([
    ['missing', 'multipart/related', /boundary is missing/],
    ['empty', 'multipart/related; boundary=""', /boundary/],
    ['too long', `multipart/related; boundary=${'x'.repeat(300)}`, /boundary/],
  ])('a boundary that is %s is refused', async (_case, type, reason) => {
    const body = multipartBody([jsonPart(log), filePart('a', 'x')]);
    expectRefusal(await send(body, type), 400, reason);
  });

  test('a body cut short anywhere is refused, and nothing of it is kept', async () => {
    const parts = [jsonPart(log), filePart('a.txt', 'hello'), filePart('b.txt', 'world')];
    const body = multipartBody(parts);
    const complete = body.length - '\r\n'.length;
    for (let end = 0; end < complete; end += 3) {
      const response = await send(body.subarray(0, end), multipartType);
      expect([end, response.status]).toEqual([end, 400]);
      expect(response.json).toMatchObject({ 'entity-type': 'exception', status: 400 });
    }
    expect((await send(body.subarray(0, complete), multipartType)).status).toBe(200);
  });

  const withFiles = (count: number) =>
    multipartBody([
      jsonPart(log),
      ...Array.from({ length: count }, (_, index) => filePart(`${index}`, `content ${index}`)),
    ]);

  test('as many parts as allowed come back in their order', {
    timeout: manyPartsMs,
  }, async () => {
    const response = await send(withFiles(limits.multipartPartsMax - 1), multipartType);
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    const names = [...response.text.matchAll(/filename="?(\d+)/g)].map(([, name]) => Number(name));
    expect(names).toEqual(Array.from({ length: limits.multipartPartsMax - 1 }, (_, at) => at));
  });

  // Refused before anything is stored, so one engine tells.
  const testOnce = engine === 'sqlite' ? test : test.skip;
  testOnce('one part more is refused', { timeout: manyPartsMs }, async () => {
    const response = await send(withFiles(limits.multipartPartsMax), multipartType);
    expectRefusal(response, 400, /more than 1000 parts/);
  });

  test('the header of a part may be as long as the limit and no longer', async () => {
    const head = (bytes: number) => `Content-Type: text/plain\r\nX-A: ${'a'.repeat(bytes)}`;
    const withHead = (bytes: number) =>
      send(multipartBody([jsonPart(log), { head: head(bytes), content: 'hello' }]), multipartType);
    // The end of the boundary's line counts as well.
    const most = limits.multipartHeaderBytesMax - head(0).length - '\r\n'.length;
    const longest = await withHead(most);
    expect([longest.status, longest.text]).toEqual([200, 'hello']);
    expectRefusal(await withHead(most + 1), 400, /header of a part/);
  });
});
