import { setting } from './setting-definition.ts';
import { flag, integer, optional, serviceUrl, text } from './setting-values.ts';

/** What clients read from and write to an object storage by themselves; a part of the list in `settings.ts`. */
export const directSettings = {
  directUploadMinutes: setting({
    env: 'CARTULARY_DIRECT_UPLOAD_MINUTES',
    description: 'how long credentials for a direct upload are good, until they are refreshed',
    default: 60,
    parse: integer(15, 720, 'minutes'),
  }),
  directUploadRole: setting<string | null>({
    env: 'CARTULARY_DIRECT_UPLOAD_ROLE',
    description:
      'role in which clients upload files straight to the bucket of blobStoreUrl; they cannot when not set',
    default: null,
    parse: optional(
      text({
        pattern: /^arn:[\w-]+:iam::\w*:role\/\S+$/,
        expected: 'the name of a role such as arn:aws:iam::123456789012:role/uploads',
      }),
    ),
  }),
  downloadRedirectMinMegabytes: setting({
    env: 'CARTULARY_DOWNLOAD_REDIRECT_MIN_MEGABYTES',
    description: 'size from which downloadRedirects applies to a file; to all files with 0',
    default: 1,
    parse: integer(0, 1_048_576, 'mebibytes'),
  }),
  downloadRedirects: setting({
    env: 'CARTULARY_DOWNLOAD_REDIRECTS',
    description:
      'send clients to the bucket of blobStoreUrl for files, with an address that is good for a short time',
    default: false,
    parse: flag,
  }),
  downloadRedirectSeconds: setting({
    env: 'CARTULARY_DOWNLOAD_REDIRECT_SECONDS',
    description: 'how long a client may begin to read at an address it was sent to',
    default: 60,
    parse: integer(5, 3_600, 'seconds'),
  }),
  s3PublicEndpoint: setting<string | null>({
    env: 'CARTULARY_S3_PUBLIC_ENDPOINT',
    description:
      'where clients reach the object storage, for downloadRedirects and direct uploads; as s3Endpoint when not set',
    default: null,
    parse: optional(serviceUrl),
  }),
  stsEndpoint: setting<string | null>({
    env: 'CARTULARY_STS_ENDPOINT',
    description:
      'where credentials for direct uploads are issued; as s3Endpoint, or by AWS, when not set',
    default: null,
    parse: optional(serviceUrl),
  }),
} as const;

interface DirectConfig {
  readonly blobStoreUrl: string | null;
  readonly directUploadRole: string | null;
  readonly downloadRedirects: boolean;
}

/** Problems of combinations of values that are valid one by one. */
export function directProblems(config: DirectConfig): readonly string[] {
  if (config.blobStoreUrl !== null) return [];
  const problems: string[] = [];
  if (config.directUploadRole !== null) {
    problems.push(
      'directUploadRole: there is no bucket to upload to; set blobStoreUrl, or no role',
    );
  }
  if (config.downloadRedirects) {
    problems.push('downloadRedirects: there is no bucket to read from; set blobStoreUrl, or false');
  }
  return problems;
}
