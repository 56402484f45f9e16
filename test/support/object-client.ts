import { S3Client } from '@aws-sdk/client-s3';
import type { Keys } from './object-cluster.ts';

export const gatewayRegion = 'us-east-1';

/** With what such a gateway does not do as the original does: names of buckets in paths, no new checksums. */
export function objectClient(endpoint: string, credentials: Keys): S3Client {
  return new S3Client({
    endpoint,
    region: gatewayRegion,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
