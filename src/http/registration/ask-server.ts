import { readRegistration } from '../../entities/registration-entity.ts';
import type { Registration } from '../../model/registration.ts';

interface RegistrationServer {
  readonly url: string;
  readonly token: string | null;
  readonly timeLimitMs: number;
}

const answerBytesMax = 64 * 1024;

/**
 * Asks the registration server for the registration of this instance. Redirects are not followed: the
 * token would be sent to another server.
 *
 * @throws Error with the reason, when there is no valid answer in time
 */
export async function askRegistrationServer({
  url,
  token,
  timeLimitMs,
}: RegistrationServer): Promise<Registration> {
  const response = await fetch(url, {
    redirect: 'error',
    // For the whole answer, also one that is sent slowly.
    signal: AbortSignal.timeout(timeLimitMs),
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the registration server answered ${response.status}`);
  }
  return readRegistration(JSON.parse(await textOf(response)));
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > answerBytesMax) {
      throw new Error(`the registration server sent more than ${answerBytesMax} bytes`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
