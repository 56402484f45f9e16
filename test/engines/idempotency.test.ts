import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import {
  claimKey,
  type KeptResponse,
  type KeyClaim,
  type KeyState,
  keptBodyBytesMax,
  purgeExpiredResponses,
  releaseKey,
  storeResponse,
} from '../../src/repository/unit/idempotency.ts';
import { engines } from '../support/engines.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const hourMs = 60 * 60 * 1000;

const response: KeptResponse = {
  status: 201,
  headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
  body: Buffer.from([0, 255, 13, 10, 0x80]),
};

describe.each(engines)('keys of requests that may be sent again on %s', (engine) => {
  let store: SharedStore;
  let shiftedMs: number;
  beforeEach(async () => {
    store = await openSharedStore(engine);
    shiftedMs = 0;
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await store.close();
  });

  function letTimePass(ms: number): void {
    shiftClock(ms);
    shiftedMs += ms;
  }

  const claim = (key = 'k', username = 'ann', { database } = store): Promise<KeyState> =>
    database.write((handle) => claimKey(handle, { username, key }));
  const claimNew = async (key = 'k'): Promise<KeyClaim> => {
    const state = await claim(key);
    if (state.is !== 'new') throw new Error(`the key is ${state.is}`);
    return state.claim;
  };
  const put = (held: KeyClaim, kept = response): Promise<void> =>
    store.database.write((handle) => storeResponse(handle, held, kept));
  const release = (held: KeyClaim): Promise<void> =>
    store.database.write((handle) => releaseKey(handle, held));

  test('are new once, then running, then answered with every byte of the response', async () => {
    const held = await claimNew();
    expect(await claim()).toEqual({ is: 'running' });
    await put(held);
    const stored = await claim();
    expect(stored).toMatchObject({
      is: 'stored',
      response: { status: 201, headers: response.headers },
    });
    const { body } = (stored as KeyState & { is: 'stored' }).response;
    expect(Buffer.compare(body, response.body)).toBe(0);
  });

  test('belong to one user: the same key of another is another key', async () => {
    await put(await claimNew());
    expect(await claim('k', 'bob')).toMatchObject({ is: 'new' });
    expect(await claim('l')).toMatchObject({ is: 'new' });
  });

  test('may be of any length', async () => {
    const long = 'x'.repeat(100_000);
    await claimNew(long);
    expect(await claim(long)).toEqual({ is: 'running' });
    expect(await claim(`${long}y`)).toMatchObject({ is: 'new' });
  });

  test('are new to one of many requests that come at once, on whichever node', async () => {
    const nodes = [store, { ...store, database: store.openNode() }];
    const states = await Promise.all(
      Array.from({ length: 20 }, (_item, index) => claim('k', 'ann', nodes[index % 2])),
    );
    expect(states.filter((state) => state.is === 'new')).toHaveLength(1);
    expect(states.filter((state) => state.is === 'running')).toHaveLength(19);
  });

  test('are free again after a request that has no response to keep', async () => {
    await release(await claimNew());
    await put(await claimNew(), { ...response, status: 400 });
    await put(await claimNew(), { ...response, body: Buffer.alloc(keptBodyBytesMax + 1) });
    await put(await claimNew(), { ...response, body: Buffer.alloc(keptBodyBytesMax) });
    expect(await claim()).toMatchObject({ is: 'stored' });
  });

  test('keep their response when they are released too late', async () => {
    const held = await claimNew();
    await put(held);
    await release(held);
    expect(await claim()).toMatchObject({ is: 'stored' });
  });

  test('keep their response for a day', async () => {
    await put(await claimNew());
    letTimePass(24 * hourMs - 60_000);
    expect(await claim()).toMatchObject({ is: 'stored' });
    letTimePass(60_000);
    expect(await claim()).toMatchObject({ is: 'new' });
    expect(await claim()).toEqual({ is: 'running' });
  });

  test('are taken over from a request that died, which cannot answer any more', async () => {
    const dead = await claimNew();
    letTimePass(hourMs - 60_000);
    expect(await claim()).toEqual({ is: 'running' });
    letTimePass(60_000);
    const held = await claimNew();
    await release(dead);
    await expect(put(dead)).rejects.toMatchObject({ code: 'request.conflict' });
    expect(await claim()).toEqual({ is: 'running' });
    await put(held, { ...response, status: 204, body: Buffer.alloc(0) });
    expect(await claim()).toMatchObject({ is: 'stored', response: { status: 204 } });
  });

  test('answer with the changes of the request or not at all', async () => {
    const held = await claimNew();
    const failing = store.database.write(async (handle) => {
      await storeResponse(handle, held, response);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await claim()).toEqual({ is: 'running' });
  });

  test('are forgotten once they have expired, and not before', async () => {
    const purge = () => store.database.write((handle) => purgeExpiredResponses(handle, now()));
    await claimNew('running');
    await put(await claimNew('stored'));
    expect(await purge()).toBe(0);
    letTimePass(hourMs);
    expect(await purge()).toBe(1);
    letTimePass(23 * hourMs);
    expect(await purge()).toBe(1);
  });
});
