import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { makeFolder } from '../support/engines.ts';
import { longText, storeValue } from '../support/large-documents.ts';
import type { MemoryReport } from '../support/memory-server.ts';

const mebibyte = 2 ** 20;
const blockedMsMax = 1_000;
const growthMax = 300 * mebibyte;
const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
const workspaces = '/api/v1/path/default-domain/workspaces';
const count = 6;

describe('requests that meet documents of 31 MB', { timeout: 120_000 }, () => {
  let removeFolder: () => Promise<void>;
  let child: ChildProcess;
  let base: string;
  beforeAll(async () => {
    const folder = await makeFolder();
    removeFolder = folder.remove;
    const script = join(import.meta.dirname, '../support/memory-server.ts');
    child = fork(script, [folder.path], { execArgv: [] });
    const [message] = (await once(child, 'message')) as [MemoryReport];
    base = message.url ?? '';
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const properties = { 'dc:title': `Note ${at}`, 'dc:subjects': ['art'], 'note:note': 'short' };
      const note = { 'entity-type': 'document', name: `n${at}`, type: 'Note', properties };
      ids.push((await ask('POST', workspaces, JSON.stringify(note))).json.uid);
    }
    const path = join(folder.path, 'cartulary.db');
    const database = new SqliteDatabase({ path, queueTimeoutMs: 10_000 });
    const value = longText(31 * mebibyte);
    for (const id of ids) await storeValue(database, [id], { key: 'note:note', value });
    await database.close();
  });
  afterAll(async () => {
    child.kill();
    await once(child, 'exit');
    await removeFolder();
  });

  async function ask(method: string, path: string, body?: string) {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { method, headers, body: body ?? null });
    return { status: response.status, json: JSON.parse(await response.text()) };
  }

  async function measured(path: string) {
    child.send('report');
    const [before] = (await once(child, 'message')) as [Required<MemoryReport>];
    const answer = await ask('GET', path);
    child.send('report');
    const [after] = (await once(child, 'message')) as [Required<MemoryReport>];
    const grownBytes = after.peakBytes - before.presentBytes;
    return { ...answer, grownBytes, blockedMs: after.blockedMs };
  }

  const search = (where: string, more: Record<string, string> = {}) =>
    `/api/v1/search/execute?${new URLSearchParams({ query: `SELECT * FROM Note WHERE ${where}`, ...more })}`;
  const each = (n: number, operator: string, one: (at: number) => string) =>
    Array.from({ length: n }, (_unused, at) => one(at)).join(` ${operator} `);

  test.each([
    ['a page of them', () => search('ecm:isVersion = 0')],
    [
      'a page of them with few schemas',
      () => search('ecm:isVersion = 0', { properties: 'dublincore' }),
    ],
    ['a page of all that they hold', () => search('ecm:isVersion = 0', { properties: '*' })],
    ['a folder of them', () => `${workspaces}/@children?properties=*`],
    [
      '200 conditions on a list',
      () =>
        search(`ecm:isVersion = 0 AND (${each(200, 'OR', (n) => `dc:subjects/* LIKE 'x${n}%'`)})`),
    ],
    [
      '200 conditions that all hold',
      () =>
        search(
          `ecm:isVersion = 0 AND ${each(200, 'AND', (n) => `dc:subjects/* LIKE '%ar${'%'.repeat(n % 5)}t'`)}`,
        ),
    ],
    [
      '200 conditions on the large value',
      () => search(`ecm:isVersion = 0 AND (${each(200, 'OR', (n) => `note:note LIKE 'x${n}%'`)})`),
    ],
    ['the large value to sort by', () => search('ecm:isVersion = 0 ORDER BY note:note')],
  ])('%s', async (_what, path) => {
    // The bound of the event loop is what is tested: computed time, a tenth of this on a quiet machine.
    const rounds: number[] = [];
    while (rounds.length < 3 && !rounds.some((each) => each < blockedMsMax)) {
      const { status, grownBytes, blockedMs } = await measured(path());
      expect([200, 400, 503]).toContain(status);
      expect(grownBytes).toBeLessThan(growthMax);
      rounds.push(blockedMs);
    }
    expect(Math.min(...rounds), JSON.stringify(rounds)).toBeLessThan(blockedMsMax);
  });
});
