import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { isAppError } from '../base/errors/app-error.ts';
import {
  claimKey,
  type KeptResponse,
  type KeyClaim,
  keptBodyBytesMax,
  releaseKey,
  storeResponse,
} from '../repository/idempotency.ts';
import { serializedBody } from './raw-reply.ts';
import type { RequestContext, RouteReply } from './route.ts';

const header = 'Idempotency-Key';

/**
 * With the header `Idempotency-Key` a request is executed once: sent again, it gets the answer of the
 * first time, and 409 while that is still running. Without the header it is just executed.
 */
export async function replyOnce(
  context: RequestContext,
  handle: () => Promise<RouteReply>,
): Promise<RouteReply> {
  const key = context.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return handle();
  const { username } = context.principal;
  const state = await context.write(async (unit) => {
    const stale = unreleased.get(nameOf(username, key));
    if (stale) await releaseKey(unit, stale);
    return claimKey(unit, { username, key });
  });
  unreleased.delete(nameOf(username, key));
  switch (state.is) {
    case 'running':
      return echoing(key, { status: 409 });
    case 'stored':
      return echoing(key, replayed(state.response));
    case 'new':
      return echoing(key, await executed(context, { key, claim: state.claim }, handle));
  }
}

function echoing(key: string, reply: RouteReply): RouteReply {
  return { ...reply, headers: { ...reply.headers, [header]: key } };
}

function replayed({ status, headers, body }: KeptResponse): RouteReply {
  if (body.length === 0) return { status, headers };
  return { status, headers, stream: Readable.from([body]) };
}

interface HeldKey {
  readonly key: string;
  readonly claim: KeyClaim;
}

async function executed(
  context: RequestContext,
  held: HeldKey,
  handle: () => Promise<RouteReply>,
): Promise<RouteReply> {
  let reply: RouteReply;
  let kept: KeptResponse | undefined;
  try {
    reply = await handle();
    kept = await keep(reply);
  } catch (error) {
    await release(context, held);
    throw error;
  }
  if (!kept) {
    await release(context, held);
    return reply;
  }
  await store(context, held.claim, kept);
  return { ...replayed(kept), ...(reply.release && { release: reply.release }) };
}

/** What was done is done: that its answer cannot be kept must not have it done again. */
async function store(
  context: RequestContext,
  claim: KeyClaim,
  response: KeptResponse,
): Promise<void> {
  try {
    await context.write((unit) => storeResponse(unit, claim, response));
  } catch (error) {
    if (!isAppError(error) || error.status < 500) throw error;
    context.services.log.warn({ err: error }, 'the answer to an Idempotency-Key was not kept');
  }
}

/**
 * Keys that could not be released because the store was away, released when they come again. Of what is
 * lost with the process, or comes to another node, the key is free after an hour.
 */
const unreleased = new LRUCache<string, KeyClaim>({ max: 10_000 });

function nameOf(username: string, key: string): string {
  return JSON.stringify([username, key]);
}

/** Never fails: the caller has something to say already. */
async function release(context: RequestContext, { key, claim }: HeldKey): Promise<void> {
  try {
    await context.write((unit) => releaseKey(unit, claim));
  } catch (error) {
    unreleased.set(nameOf(context.principal.username, key), claim);
    context.services.log.warn({ err: error }, 'an Idempotency-Key was not released');
  }
}

/** The answer with its body in memory; undefined when it is too large for that. */
async function keep(reply: RouteReply): Promise<KeptResponse | undefined> {
  const { status, headers = {}, stream } = reply;
  if (stream === undefined) {
    const { text, contentType } = serializedBody(reply);
    if (text === undefined) return { status, headers, body: new Uint8Array() };
    const body = Buffer.from(text);
    const described = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
    return { status, headers: { ...described, ...headers }, body };
  }
  const length = Number(headers['Content-Length'] ?? Number.NaN);
  if (!(length <= keptBodyBytesMax)) return undefined;
  return { status, headers, body: await buffer(stream) };
}
