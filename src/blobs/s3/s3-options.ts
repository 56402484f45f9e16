import type { DigestAlgorithm } from '../digest.ts';

interface S3Encryption {
  /** `AES256` with keys of S3, `aws:kms` with a key of the key service. */
  readonly algorithm: 'AES256' | 'aws:kms';
  /** The standard key of the key service when not set. */
  readonly keyId: string | null;
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where a store of contents in S3 is, and how it is used. */
export interface S3Options {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** That of AWS when null. */
  readonly endpoint: string | null;
  /** From the environment of the process when null. */
  readonly region: string | null;
  /** The bucket is in the path and not in the name of the host. */
  readonly isPathStyle: boolean;
  /** By the usual chain of sources when null: environment, files, container, instance. */
  readonly credentials: S3Credentials | null;
  readonly encryption: S3Encryption | null;
  /** Without an answer or a byte for so long, a request has failed. */
  readonly timeoutMs: number;
  readonly connectionsMax: number;
  /** Of an upload in parts. */
  readonly partBytes: number;
  /** Parts that are being sent, of all uploads of the process. */
  readonly partsMax: number;
  /** False where the credentials may not list the bucket. */
  readonly canList: boolean;
  readonly digestAlgorithm: DigestAlgorithm;
}
