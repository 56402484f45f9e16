import { shiftClock, sleep } from '../../src/base/clock.ts';
import { S3BlobStore } from '../../src/blobs/s3/s3-blob-store.ts';
import { openS3Objects, type S3Objects } from '../../src/blobs/s3/s3-objects.ts';
import type { S3Options } from '../../src/blobs/s3/s3-options.ts';
import { type ObjectGateway, useObjectGateway } from './object-gateway.ts';

/** Small, so that a content of some parts is quickly made. The least that S3 takes. */
export const partBytes = 5 * 2 ** 20;

/** A new, empty bucket of the gateway and the means to look into it. */
export interface ObjectPlace {
  readonly gateway: ObjectGateway;
  readonly options: S3Options;
  readonly objects: S3Objects;
  /** The names of the objects below the prefix, without those of contents. */
  leftovers(): Promise<readonly string[]>;
  /** A store like that of another process. */
  open(options?: Partial<S3Options>): Promise<S3BlobStore>;
  close(): void;
}

export async function openObjectPlace(changed: Partial<S3Options> = {}): Promise<ObjectPlace> {
  const gateway = await useObjectGateway();
  const options = optionsOf(gateway, { bucket: await gateway.newBucket(), ...changed });
  const objects = await openS3Objects(options);
  const opened: S3Objects[] = [objects];
  return {
    gateway,
    options,
    objects,
    leftovers: async () => [
      ...(await namesIn(objects)).filter((name) => !name.startsWith('contents/')),
      ...(await unfinishedUploads(objects)),
    ],
    open: async (others = {}) => {
      const own = await openS3Objects({ ...options, ...others });
      opened.push(own);
      return new S3BlobStore(own);
    },
    close: () => {
      for (const each of opened) each.close();
    },
  };
}

export function optionsOf(gateway: ObjectGateway, changed: Partial<S3Options>): S3Options {
  return {
    bucket: 'none',
    prefix: 'store/',
    endpoint: gateway.endpoint,
    region: gateway.region,
    isPathStyle: true,
    credentials: { accessKeyId: gateway.accessKeyId, secretAccessKey: gateway.secretAccessKey },
    encryption: null,
    timeoutMs: 60_000,
    connectionsMax: 50,
    partBytes,
    partsMax: 4,
    canList: true,
    digestAlgorithm: 'SHA-256',
    ...changed,
  };
}

export async function namesIn(objects: S3Objects): Promise<readonly string[]> {
  const pages = await Array.fromAsync(objects.list(''));
  return pages.flat().map(({ name }) => name);
}

async function unfinishedUploads({ connection, options }: S3Objects): Promise<readonly string[]> {
  const { sdk, client } = connection;
  const list = new sdk.ListMultipartUploadsCommand({ Bucket: options.bucket });
  const { Uploads = [] } = await client.send(list);
  return Uploads.map(({ Key }) => `unfinished ${Key}`);
}

/**
 * What was stored in S3 by now was stored hours ago. S3 tells whole seconds only: what is stored from now on is to
 * be of a later one.
 */
export async function growOld(byMs: number = 2 * 60 * 60 * 1000): Promise<void> {
  shiftClock(byMs);
  await sleep(1_000 - (Date.now() % 1_000));
}

/** The settings of a server with such a store. */
export function settingsOf(options: S3Options): Record<string, unknown> {
  const { bucket, prefix, credentials } = options;
  return {
    blobStoreUrl: `s3://${bucket}/${prefix.slice(0, -1)}`,
    s3Endpoint: options.endpoint,
    s3AccessKeyId: credentials?.accessKeyId,
    s3SecretAccessKey: credentials?.secretAccessKey,
    s3PartMegabytes: 5,
    s3ParallelParts: 4,
  };
}
