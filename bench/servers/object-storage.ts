import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type ObjectCluster, startObjectCluster } from '../../test/support/object-cluster.ts';

const bucket = 'measured';
const region = 'us-east-1';
const pieceBytes = 256 * 1024;

/** As the server has them by default. */
const partBytes = 8 * 2 ** 20;
const partsTogether = 4;

/** A real object gateway, and the client of S3 alone as what the server is compared with. */
export class ObjectStorage {
  readonly #cluster: ObjectCluster;
  readonly #client: S3Client;

  private constructor(cluster: ObjectCluster, client: S3Client) {
    this.#cluster = cluster;
    this.#client = client;
  }

  static async start(folder: string): Promise<ObjectStorage> {
    await mkdir(folder);
    const cluster = await startObjectCluster(folder);
    const { endpoint, accessKeyId, secretAccessKey } = cluster;
    const client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return new ObjectStorage(cluster, client);
  }

  /** Of the server. */
  get settings(): readonly string[] {
    const { endpoint, accessKeyId, secretAccessKey } = this.#cluster;
    return [
      ...['--blob-store-url', `s3://${bucket}/store`, '--s3-endpoint', endpoint],
      ...['--s3-region', region, '--s3-path-style', 'true'],
      ...['--s3-access-key-id', accessKeyId, '--s3-secret-access-key', secretAccessKey],
    ];
  }

  async upload(name: string, sizeBytes: number): Promise<void> {
    await new Upload({
      client: this.#client,
      params: { Bucket: bucket, Key: name, Body: Readable.from(pieces(sizeBytes)) },
      partSize: partBytes,
      queueSize: partsTogether,
    }).done();
  }

  /** Returns the number of bytes. */
  async download(name: string): Promise<number> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
    let bytes = 0;
    await pipeline(Body as Readable, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) bytes += chunk.length;
    });
    return bytes;
  }

  async put(name: string, Body: Uint8Array): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body }));
  }

  async get(name: string): Promise<void> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
    await buffer(Body as Readable);
  }

  stop(): Promise<void> {
    this.#client.destroy();
    return this.#cluster.stop();
  }
}

function* pieces(sizeBytes: number): Iterable<Buffer> {
  const piece = randomBytes(pieceBytes);
  for (let left = sizeBytes; left > 0; left -= pieceBytes) {
    yield left < pieceBytes ? piece.subarray(0, left) : piece;
  }
}
