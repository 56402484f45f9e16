/** The answer to a request that was sent before the application had been loaded. */
interface EarlyAnswer {
  /** As JSON: another application may be asked for than the one that has sent it. */
  readonly headers: string;
  readonly response: Promise<Response>;
}

declare global {
  /** By the addresses. */
  var cartularyEarlyAnswers: Map<string, EarlyAnswer> | undefined;
}

/** Later what they say may have changed. */
const keptMs = 10_000;

/** Sends a request, whose answer only the application reads: what is returned never settles. */
export function keepEarlyAnswer(url: string, init: RequestInit): Promise<Response> {
  globalThis.cartularyEarlyAnswers ??= new Map();
  const response = fetch(url, init);
  // Told to the one who takes it.
  response.catch(() => undefined);
  const headers = JSON.stringify(init.headers);
  globalThis.cartularyEarlyAnswers.set(url, { headers, response });
  return new Promise(() => undefined);
}

/** Each can be taken once. Undefined where the same request was not sent. */
export function takeEarlyAnswer(url: string, init: RequestInit): Promise<Response> | undefined {
  const answers = globalThis.cartularyEarlyAnswers;
  const found = answers?.get(url);
  if (!found || init.method !== 'GET') return undefined;
  answers?.delete(url);
  const isSame = found.headers === JSON.stringify(init.headers) && performance.now() < keptMs;
  return isSame ? found.response : undefined;
}
