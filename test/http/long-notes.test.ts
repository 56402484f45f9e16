import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrator } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';
import type { LoopReport } from '../support/loop-server.ts';

const megabyte = 1024 * 1024;
/**
 * The bound of the event loop is what is tested here, so there is no way around a time; it is computed time
 * of one thread. Was 230 to 4,600 ms; is 57 to 78 ms on a quiet machine, and up to 190 where four processes of tests
 * share two cores.
 */
const loopMsMax = 200;
/** Twice as long as a note can be with the default bound of a body. */
const size = 8 * megabyte - 1_000;
const latin = (): string => {
  const words = Array.from({ length: size / 7 }, (_item, index) =>
    ((index * 7919) % 30_011).toString(36).padStart(6, 'w'),
  );
  return words.join(' ').slice(0, size);
};
const chinese = (): string => {
  const characters = Array.from({ length: size / 3 - 1 }, (_item, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919 + (index >> 5)) % 6_000)),
  );
  return characters.join('');
};

describe('notes of 8 MiB, one after the other', { timeout: 120_000 }, () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let child: ReturnType<typeof fork>;
  let url: string;
  /** Notes of a test that is tried again have other names. */
  let created = 0;
  const receive = async () => (await once(child, 'message'))[0] as LoopReport;
  beforeAll(async () => {
    folder = await makeFolder();
    const program = new URL('../support/loop-server.ts', import.meta.url);
    child = fork(program, [folder.path], { execArgv: [] });
    url = (await receive()).url ?? '';
    // What is loaded with the first note is not of the following ones.
    await create('warm', { 'note:note': latin() });
    await waitForIndexing();
  });
  afterAll(async () => {
    child.disconnect();
    await folder.remove();
  });

  async function ask(method: string, path: string, body?: object) {
    const headers = { authorization: administrator, 'content-type': 'application/json' };
    const text = body && JSON.stringify(body);
    const response = await fetch(url + path, { method, headers, ...(text && { body: text }) });
    expect([200, 201]).toContain(response.status);
    return JSON.parse(await response.text());
  }
  const create = (name: string, properties: object) =>
    ask('POST', '/api/v1/path/default-domain/workspaces', {
      'entity-type': 'document',
      name,
      type: 'Note',
      properties: { 'dc:title': name, ...properties },
    });
  const waitForIndexing = () =>
    ask('POST', '/site/automation/Elasticsearch.WaitForIndexing', {
      params: { timeoutSecond: 60 },
    });
  async function find(word: string): Promise<string[]> {
    const query = `SELECT * FROM Note WHERE ecm:fulltext = '${word}' AND ecm:isVersion = 0`;
    const path = `/api/v1/search/execute?${new URLSearchParams({ query })}`;
    const { entries } = await ask('GET', path);
    return entries.map(({ title }: { title: string }) => title);
  }

  async function report(): Promise<Required<LoopReport>> {
    const answer = receive();
    child.send('report');
    return (await answer) as Required<LoopReport>;
  }

  /** Computed time of the longest piece, and the growth, of what is done. */
  async function measured(work: () => Promise<unknown>) {
    const { presentBytes } = await report();
    await work();
    await sleep(20);
    const { loopMs, peakBytes } = await report();
    return { loopMs, grownBytes: peakBytes - presentBytes };
  }

  test.each([
    ['of Latin words', 'latin', latin, 'note:mime_type', 'text/plain'],
    ['of Chinese', 'chinese', chinese, 'note:mime_type', 'text/plain'],
    [
      'in HTML',
      'html',
      () => latin().replaceAll(' w', '</b> <b>').slice(0, size),
      'note:mime_type',
      'text/html',
    ],
  ])('%s, neither stop the others nor take much memory', async (_name, title, make, key, type) => {
    const note = make();
    const rounds: (readonly number[])[] = [];
    // A busy machine makes single figures larger.
    while (rounds.length < 3 && !rounds.some((each) => Math.max(...each) < loopMsMax)) {
      created += 1;
      const name = `${title}${created}`;
      let uid = '';
      const steps = [
        await measured(async () => {
          ({ uid } = await create(name, { 'note:note': note, [key]: type }));
          expect(await find(name)).toEqual([name]);
        }),
        await measured(waitForIndexing),
        await measured(() =>
          ask('PUT', `/api/v1/id/${uid}`, {
            'entity-type': 'document',
            properties: { 'dc:description': 'changed' },
          }),
        ),
      ];
      for (const { grownBytes } of steps) expect(grownBytes).toBeLessThan(300 * megabyte);
      rounds.push(steps.map(({ loopMs }) => loopMs));
      await waitForIndexing();
    }
    const best = Math.min(...rounds.map((each) => Math.max(...each)));
    expect(best, JSON.stringify(rounds)).toBeLessThan(loopMsMax);
  });

  test('are found by what is far from their beginning', async () => {
    // Every word comes again and again, but these come first after 840,000 characters.
    const note = `${'lorem ipsum '.repeat(70_000)} quokka ${'dolor sit '.repeat(200_000)} numbat`;
    await create('deep', { 'note:note': note });
    expect(await find('deep')).toEqual(['deep']);
    await waitForIndexing();
    expect(await find('quokka')).toEqual(['deep']);
    // Behind the bound that docs/guide/searching.md names.
    expect(await find('numbat')).toEqual([]);
  });
});
