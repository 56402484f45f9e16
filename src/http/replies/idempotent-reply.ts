import { buffer } from 'node:stream/consumers';
import { boundedCache } from '../../base/bounded-cache.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import {
  claimKey,
  type KeptResponse,
  type KeyClaim,
  keptBodyBytesMax,
  releaseKey,
  storeResponse,
} from '../../repository/unit/idempotency.ts';
import { type OpenOutcome, openOutcomeOf } from '../../storage/database.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { serializedBody } from './raw-reply.ts';

const header = 'Idempotency-Key';

/**
 * With the header `Idempotency-Key` a request is executed once: sent again, it gets the response of
 * the first time, and 409 while that is still running. Without the header it is simply executed.
 */
export async function replyOnce(
  context: RequestContext,
  handle: () => Promise<RouteReply>,
): Promise<RouteReply> {
  const key = context.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return handle();
  const { username } = context.principal;
  const name = nameOf(username, key);
  const held = unreleased.get(name);
  const outcome = held && (await (held.open?.ask() ?? 'aborted'));
  const state = await context.write(async (unit) => {
    if (held && outcome === 'aborted') await releaseKey(unit.handle, held.claim);
    return claimKey(unit.handle, { username, key });
  });
  if (outcome !== 'unknown') unreleased.delete(name);
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
  return { status, headers, bytes: body };
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
    const open = openOutcomeOf(error);
    if (open) keepUnreleased(context, held, open);
    else await release(context, held);
    throw error;
  }
  if (!kept) {
    await release(context, held);
    return reply;
  }
  await store(context, held.claim, kept);
  return { ...replayed(kept), ...(reply.release && { release: reply.release }) };
}

/** The changes are committed: a failure to store the response must not cause a repetition. */
async function store(
  context: RequestContext,
  claim: KeyClaim,
  response: KeptResponse,
): Promise<void> {
  try {
    await context.write((unit) => storeResponse(unit.handle, claim, response));
  } catch (error) {
    if (!isAppError(error) || error.status < 500) throw error;
    context.services.log.warn({ err: error }, 'the answer to an Idempotency-Key was not kept');
  }
}

interface UnreleasedKey {
  readonly claim: KeyClaim;
  /** For a request that may have been executed; the key is released only if it was not. */
  readonly open: OpenOutcome | undefined;
}

/**
 * Keys that could not be released because the store was not available, released when they are sent
 * again. After a crash, or on another node, the key is free after an hour.
 */
const unreleased = boundedCache<string, UnreleasedKey>(10_000);

function keepUnreleased(
  { principal }: RequestContext,
  { key, claim }: HeldKey,
  open?: OpenOutcome,
): void {
  unreleased.set(nameOf(principal.username, key), { claim, open });
}

function nameOf(username: string, key: string): string {
  return JSON.stringify([username, key]);
}

/** Never fails: the caller already has a response. */
async function release(context: RequestContext, held: HeldKey): Promise<void> {
  try {
    await context.write((unit) => releaseKey(unit.handle, held.claim));
  } catch (error) {
    keepUnreleased(context, held);
    context.services.log.warn({ err: error }, 'an Idempotency-Key was not released');
  }
}

/** The response with its body in memory; undefined when it is too large for that. */
async function keep(reply: RouteReply): Promise<KeptResponse | undefined> {
  const { status, headers = {}, bytes, stream } = reply;
  if (bytes) return bytes.length > keptBodyBytesMax ? undefined : { status, headers, body: bytes };
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
