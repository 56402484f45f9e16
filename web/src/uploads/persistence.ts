import { ApiError } from '../../../client/src/index.ts';
import { NetworkError } from '../api/client.ts';
import { kindOf } from '../api/errors.ts';
import { setSignedOut, whenSignedIn } from '../session/signed-out.ts';
import { isPassing, pauseAfter } from './retries.ts';

/** Sends a request again as long as it may still be served. Without a connection or a session it waits for them. */
export async function persistently<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (kindOf(error) === 'signed-out') {
        setSignedOut(true);
        await unlessAborted(whenSignedIn(), signal);
      } else if (!navigator.onLine) {
        await unlessAborted(nextEvent('online'), signal);
      } else {
        failures += 1;
        await pauseOrThrow(error, failures, signal);
      }
    }
  }
}

async function pauseOrThrow(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
  if (!mayPass(error)) throw error;
  const retryAfter =
    error instanceof ApiError ? error.response.headers.get('Retry-After') : undefined;
  const pause = pauseAfter(failures, { chance: Math.random(), ...(retryAfter && { retryAfter }) });
  if (pause === undefined) throw error;
  await unlessAborted(new Promise<void>((resolve) => setTimeout(resolve, pause)), signal);
}

function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  // Without a body: the same call, with the same key, is still running.
  return isPassing(error.status) || (error.status === 409 && error.body === undefined);
}

function nextEvent(name: string): Promise<void> {
  return new Promise((resolve) => addEventListener(name, () => resolve(), { once: true }));
}

/** Ends a wait for something that others wait for, too. */
export async function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([waiting, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
