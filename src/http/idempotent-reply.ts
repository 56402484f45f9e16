import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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
  const state = await context.write((unit) => claimKey(unit, { username, key }));
  switch (state.is) {
    case 'running':
      return echoing(key, { status: 409 });
    case 'stored':
      return echoing(key, replayed(state.response));
    case 'new':
      return echoing(key, await executed(context, state.claim, handle));
  }
}

function echoing(key: string, reply: RouteReply): RouteReply {
  return { ...reply, headers: { ...reply.headers, [header]: key } };
}

function replayed({ status, headers, body }: KeptResponse): RouteReply {
  if (body.length === 0) return { status, headers };
  return { status, headers, stream: Readable.from([body]) };
}

async function executed(
  context: RequestContext,
  claim: KeyClaim,
  handle: () => Promise<RouteReply>,
): Promise<RouteReply> {
  try {
    const reply = await handle();
    const kept = await keep(reply);
    await context.write((unit) =>
      kept ? storeResponse(unit, claim, kept) : releaseKey(unit, claim),
    );
    if (!kept) return reply;
    const { release } = reply;
    return { ...replayed(kept), ...(release && { release }) };
  } catch (error) {
    await context.write((unit) => releaseKey(unit, claim));
    throw error;
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
