import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { conversionProcesses, holdProcesses, letGo } from '../support/held-conversions.ts';
import { storeFindings } from '../support/invariants.ts';

const waiting = { timeout: 100_000, interval: 10 };
const folders = `cartulary-conversion-${process.pid}-`;

interface Sent {
  readonly client: ClientRequest;
  /** Undefined once the connection was cut. */
  readonly status: Promise<number | undefined>;
  isAnswered(): boolean;
}

describe.skipIf(process.platform !== 'linux').each(engines)(
  'turns of conversions on %s',
  { timeout: 120_000 },
  (engine) => {
    let app: TestApp;
    let url: string;
    let id: string;
    beforeAll(async () => {
      app = await startTestApp(engine, { requestConversionProcesses: 1 });
      url = await app.listen();
      await createUser(app, 'ann', ['administrators']);
      id = (
        await createDocument(app, {
          name: 'note',
          type: 'Note',
          properties: { 'note:note': '# words', 'note:mime_type': 'text/x-web-markdown' },
        })
      ).uid;
    });
    afterEach(letGo);
    afterAll(() => app.close());

    const counts = () => app.services.workshop.counts;

    /** Over a socket of its own. */
    function sent(line: string, { user = 'Administrator', body = '' } = {}): Sent {
      const [method, path] = line.split(' ');
      const headers = {
        authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
        'content-type': 'application/json',
      };
      const client = send(`${url}${path}`, { method, headers, agent: false });
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      let isAnswered = false;
      client.on('error', () => resolve(undefined));
      client.on('response', (response) => {
        isAnswered = true;
        response.resume();
        resolve(response.statusCode);
      });
      client.end(body);
      return { client, status: promise, isAnswered: () => isAnswered };
    }

    /** Its process is stopped, as if its work took for ever. */
    async function held(ask: () => Sent): Promise<Sent> {
      for (;;) {
        const asked = ask();
        if (await holdProcesses(asked.isAnswered)) return asked;
        expect(await asked.status).toBe(200);
      }
    }

    const asText = () => sent(`GET /api/v1/id/${id}/@convert?type=text/html`);
    const operation = () =>
      sent('POST /api/v1/automation/Blob.Convert', {
        body: JSON.stringify({ input: id, params: { mimeType: 'text/html' } }),
      });
    const preview = () => sent(`GET /api/v1/id/${id}/@preview/`);

    async function expectNothingLeft(): Promise<void> {
      await vi.waitFor(async () => {
        expect(counts().request).toMatchObject({ running: 0, waiting: 0 });
        expect(await conversionProcesses()).toEqual([]);
        expect((await readdir(tmpdir())).filter((name) => name.startsWith(folders))).toEqual([]);
      }, waiting);
      const { model } = app.services.repository;
      expect(await storeFindings({ ...app.services, model })).toEqual([]);
    }

    test('a client that leaves while it waits, and one while its conversion runs, give their turns on', async () => {
      const first = await held(asText);
      const second = asText();
      const third = sent(`GET /api/v1/id/${id}/@convert?type=text/html`, { user: 'ann' });
      await vi.waitFor(() => expect(counts().request.waiting).toBe(2), waiting);
      second.client.destroy();
      await vi.waitFor(() => expect(counts().request.waiting).toBe(1), waiting);
      expect(third.isAnswered()).toBe(false);
      first.client.destroy();
      expect(await third.status).toBe(200);
      await expectNothingLeft();
    });

    test.each([
      ['an operation', operation],
      ['a preview', preview],
    ])('%s is stopped when its client leaves', async (_what, ask) => {
      const asked = await held(ask);
      expect(counts().request.running).toBe(1);
      asked.client.destroy();
      await expectNothingLeft();
      expect(await ask().status).toBe(200);
    });

    test('requests do not wait for conversions that were scheduled', async () => {
      let address = '';
      for (let isHeld = false; !isHeld; ) {
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const scheduled = await app.request(`POST /api/v1/id/${id}/@convert`, {
          body: 'type=text/html&async=true',
          headers: form,
        });
        expect(scheduled.status).toBe(202);
        address = new URL(scheduled.json.pollingURL).pathname.replace('/nuxeo', '');
        let isDone = false;
        const look = async () => {
          isDone = (await app.request(`GET ${address}`)).json.status === 'completed';
        };
        isHeld = await holdProcesses(() => {
          void look();
          return isDone;
        });
      }
      expect(await asText().status).toBe(200);
      const { text } = await app.request('GET /metrics');
      expect(text).toContain('cartulary_conversions_running{class="background"} 1');
      expect(text).toContain('cartulary_conversions_waiting{class="request"} 0');
      await letGo();
      await vi.waitFor(async () => {
        expect((await app.request(`GET ${address}`)).json.status).toBe('completed');
      }, waiting);
    });
  },
);
