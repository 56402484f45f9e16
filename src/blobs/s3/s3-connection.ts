import type * as Sdk from '@aws-sdk/client-s3';
import { clockShiftMs, now } from '../../base/clock.ts';
import type { S3Options } from './s3-options.ts';

/** Of a request and the four after it when it fails for a reason that may pass, with growing random pauses. */
const attemptsMax = 5;
const connectMs = 5_000;

/** A difference of clocks that is none. */
const ignoredMs = 5_000;

const defaultRegion = 'us-east-1';

/** A client of S3 and its package, which is loaded by the first store in S3 only. */
export interface S3Connection {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
  /** Sends each request once. */
  readonly impatient: Sdk.S3Client;
  readonly clock: S3Clock;
}

/** What time it is at S3, so that the age of an object does not depend on the clock of this machine. */
class S3Clock {
  #aheadMs = 0;

  /** From the header `Date` of an answer, which has whole seconds and was on its way for a while. */
  learn(date: string | undefined): void {
    const theirMs = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(theirMs)) return;
    const aheadMs = theirMs - (now() - clockShiftMs());
    this.#aheadMs = Math.abs(aheadMs) < ignoredMs ? 0 : aheadMs;
  }

  /** An instant of S3 by the clock of the program. */
  instantOf(date: Date | undefined): number {
    const ownMs = (date?.getTime() ?? 0) - this.#aheadMs;
    return ownMs + clockShiftMs(ownMs);
  }
}

export async function connectToS3(options: S3Options): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, credentials, isPathStyle, timeoutMs, connectionsMax } = options;
  const agent = { maxSockets: connectionsMax };
  const knownRegion = region ?? (endpoint === null ? undefined : defaultRegion);
  const config: Sdk.S3ClientConfig = {
    ...(knownRegion !== undefined && { region: knownRegion }),
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
    forcePathStyle: isPathStyle,
    // Servers other than that of AWS refuse the checksums that the client adds by itself. Each body is signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: Math.min(connectMs, timeoutMs),
      socketTimeout: timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
  const client = new sdk.S3Client(config);
  // On the same connections.
  const { requestHandler } = client.config;
  const impatient = new sdk.S3Client({ ...config, maxAttempts: 1, requestHandler });
  const clock = new S3Clock();
  learnTime(client, clock);
  return { sdk, client, impatient, clock };
}

function learnTime(client: Sdk.S3Client, clock: S3Clock): void {
  client.middlewareStack.add(
    (next) => async (input) => {
      const result = await next(input);
      const { headers } = result.response as { readonly headers?: Record<string, string> };
      clock.learn(headers?.date);
      return result;
    },
    { step: 'deserialize', name: 'learnTime', priority: 'low' },
  );
}
