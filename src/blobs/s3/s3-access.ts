import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { ConfigError } from '../../config/load.ts';
import { describeS3Error, isForbidden, retryAfterSeconds, wrongSettings } from './s3-errors.ts';
import { newStagedName } from './s3-names.ts';
import type { S3Objects } from './s3-objects.ts';

/** What the credentials may do with the objects of the store. */
interface S3Access {
  readonly canList: boolean;
}

const probe = Buffer.from('probe');
const sha256 = createHash('sha256').update(probe).digest('hex');

/**
 * Tries all that the store does with objects, on one of its own.
 *
 * @throws ConfigError which names the settings; AppError store.unavailable while the service is not there
 */
export async function requireS3Access(objects: S3Objects): Promise<S3Access> {
  const { sdk, client } = objects.connection;
  const name = newStagedName();
  const place = objects.placeOf(name);
  const canList = await mayList(objects);
  const put = { ...place, ...objects.encryption, Body: probe };
  const step = attemptsOn(objects);
  await step('written to', client.send(new sdk.PutObjectCommand(put)));
  const found = await step('read', client.send(new sdk.GetObjectCommand(place)));
  const read = await found.Body?.transformToByteArray();
  await step('cleared of objects', client.send(new sdk.DeleteObjectCommand(place)));
  if (read === undefined || createHash('sha256').update(read).digest('hex') !== sha256) {
    throw new ConfigError([`${placeOf(objects)}: what was stored was read back differently`]);
  }
  return { canList };
}

async function mayList(objects: S3Objects): Promise<boolean> {
  const { sdk, client } = objects.connection;
  const { bucket: Bucket, prefix: Prefix, canList } = objects.options;
  if (!canList) return false;
  try {
    await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
    return true;
  } catch (error) {
    if (isForbidden(error) && (error as Error).name === 'AccessDenied') return false;
    throw refusal(objects, error, 'listed');
  }
}

function attemptsOn(objects: S3Objects) {
  return async <T>(what: string, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw refusal(objects, error, what);
    }
  };
}

function placeOf({ options }: S3Objects): string {
  const { bucket, prefix, endpoint } = options;
  return `blobStoreUrl, s3://${bucket}/${prefix}${endpoint === null ? '' : ` at ${endpoint}`}`;
}

function refusal(objects: S3Objects, error: unknown, what: string): Error {
  const text = `${placeOf(objects)}: cannot be ${what}: ${describeS3Error(error)}`;
  const isAnswered = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
  const status = isAnswered?.httpStatusCode;
  const settings = wrongSettings(error);
  if (settings !== undefined) return new ConfigError([`${text}; check ${settings}`]);
  if (status !== undefined && status < 500) {
    const { encryption } = objects.options;
    const hint = encryption === null ? '' : '; check s3Encryption and s3EncryptionKey';
    return new ConfigError([text + hint]);
  }
  return new AppError(
    'store.unavailable',
    `${text}; check s3Endpoint and whether the service is running`,
    { detail: { retryAfterSeconds } },
  );
}
