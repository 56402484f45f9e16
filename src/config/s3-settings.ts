import { setting } from './setting-definition.ts';
import { flag, integer, oneOf, optional, Problem, serviceUrl, text } from './setting-values.ts';

/** Settings of contents in S3; a part of the list in `settings.ts`. */
export const s3Settings = {
  blobStoreUrl: setting<string | null>({
    env: 'CARTULARY_BLOB_STORE_URL',
    description:
      's3://bucket/prefix in which the contents of files are; files in the data folder when not set',
    default: null,
    parse: optional(bucketUrl),
  }),
  s3AccessKeyId: setting<string | null>({
    env: 'CARTULARY_S3_ACCESS_KEY_ID',
    description:
      'access key of S3; when not set from the usual sources: environment, shared files, container, instance',
    default: null,
    parse: optional(text({ pattern: /^[\w-]{1,128}$/, expected: 'an access key id' })),
  }),
  s3CanList: setting({
    env: 'CARTULARY_S3_CAN_LIST',
    description: 'whether the bucket may be listed; without it unused contents cannot be removed',
    default: true,
    parse: flag,
  }),
  s3Connections: setting({
    env: 'CARTULARY_S3_CONNECTIONS',
    description: 'connections of a process to S3',
    default: 50,
    parse: integer(1, 1_000, 'connections'),
  }),
  s3Encryption: setting<'none' | 'AES256' | 'aws:kms'>({
    env: 'CARTULARY_S3_ENCRYPTION',
    description:
      'encryption that S3 is asked for: none beyond that of the bucket, AES256 or aws:kms',
    default: 'none',
    parse: oneOf('none', 'AES256', 'aws:kms'),
  }),
  s3EncryptionKey: setting<string | null>({
    env: 'CARTULARY_S3_ENCRYPTION_KEY',
    description: 'key of the key service for s3Encryption aws:kms; its standard key when not set',
    default: null,
    parse: optional(text({ pattern: /^[\w:/.-]{1,2048}$/, expected: 'the id or ARN of a key' })),
  }),
  s3Endpoint: setting<string | null>({
    env: 'CARTULARY_S3_ENDPOINT',
    description: 'address of an S3 service other than that of AWS',
    default: null,
    parse: optional(serviceUrl),
  }),
  s3ParallelParts: setting({
    env: 'CARTULARY_S3_PARALLEL_PARTS',
    description: 'parts that a process sends to S3 at the same time; each is in memory meanwhile',
    default: 8,
    parse: integer(1, 100, 'parts'),
  }),
  s3PartMegabytes: setting({
    env: 'CARTULARY_S3_PART_MEGABYTES',
    description: 'size of the parts in which larger contents are sent to S3',
    default: 8,
    parse: integer(5, 1_024, 'mebibytes'),
  }),
  s3PathStyle: setting<boolean | null>({
    env: 'CARTULARY_S3_PATH_STYLE',
    description:
      'name the bucket in the path of addresses and not in the host; when not set, with s3Endpoint only',
    default: null,
    parse: optional(flag),
  }),
  s3Region: setting<string | null>({
    env: 'CARTULARY_S3_REGION',
    description:
      'region of the bucket; when not set from the environment of the process, or us-east-1 with s3Endpoint',
    default: null,
    parse: optional(text({ pattern: /^[\w-]{1,64}$/, expected: 'a region such as eu-central-1' })),
  }),
  s3SecretAccessKey: setting<string | null>({
    env: 'CARTULARY_S3_SECRET_ACCESS_KEY',
    description: 'secret of s3AccessKeyId',
    isSecret: true,
    default: null,
    parse: optional(text({ pattern: /^\S{1,256}$/, expected: 'a text without spaces' })),
  }),
  s3TimeoutSeconds: setting({
    env: 'CARTULARY_S3_TIMEOUT_SECONDS',
    description: 'how long a connection to S3 may be idle before its request has failed',
    default: 30,
    parse: integer(1, 600, 'seconds'),
  }),
} as const;

interface BucketPlace {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;
const prefixLengthMax = 512;

/** Where a valid `blobStoreUrl` points to. */
export function bucketPlaceOf(url: string): BucketPlace {
  const [, bucket = '', path = ''] = bucketPattern.exec(url) ?? [];
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

/** A prefix has no characters that would have to be escaped in addresses. */
function bucketUrl(input: unknown): string | Problem {
  const isUsable =
    typeof input === 'string' && bucketPattern.test(input) && input.length <= prefixLengthMax;
  return isUsable
    ? input
    : new Problem(
        'must be s3://bucket or s3://bucket/prefix, the prefix with letters, digits, _ . - and /',
      );
}

interface S3Config {
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
  readonly s3Encryption: string;
  readonly s3EncryptionKey: string | null;
}

/** Problems of combinations of values that are valid one by one. */
export function s3Problems(config: S3Config): readonly string[] {
  const problems: string[] = [];
  if ((config.s3AccessKeyId === null) !== (config.s3SecretAccessKey === null)) {
    problems.push(
      's3AccessKeyId, s3SecretAccessKey: one is of no use without the other; set both, or none to use the usual sources of credentials',
    );
  }
  if (config.s3EncryptionKey !== null && config.s3Encryption !== 'aws:kms') {
    problems.push('s3EncryptionKey: is used with s3Encryption aws:kms only; set that, or no key');
  }
  return problems;
}
