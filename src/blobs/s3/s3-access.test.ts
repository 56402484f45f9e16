import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  gatewayTimeoutMs,
  hasObjectGateway,
  type ObjectGateway,
  useObjectGateway,
} from '../../../test/support/object-gateway.ts';
import { optionsOf } from '../../../test/support/object-stores.ts';
import { ConfigError } from '../../config/load.ts';
import { openS3BlobStore } from './open-s3-blob-store.ts';
import { requireS3Access } from './s3-access.ts';
import { openS3Objects } from './s3-objects.ts';
import type { S3Options } from './s3-options.ts';

describe.skipIf(!(await hasObjectGateway()))('a place in S3 that cannot be used', () => {
  let gateway: ObjectGateway;
  let bucket: string;
  beforeAll(async () => {
    gateway = await useObjectGateway();
    bucket = await gateway.newBucket();
  }, gatewayTimeoutMs);

  async function failureWith(changed: Partial<S3Options>): Promise<Error> {
    const options = optionsOf(gateway, { bucket, ...changed });
    const failure = await openS3BlobStore(options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    const { message } = failure as Error;
    expect(message).not.toContain(gateway.secretAccessKey);
    expect(message).not.toContain('wrong-secret');
    return failure as Error;
  }

  const keys = (accessKeyId: string, secretAccessKey: string) => ({
    credentials: { accessKeyId, secretAccessKey },
  });

  test('is refused with the setting that is wrong', async () => {
    const refusals: readonly (readonly [Partial<S3Options>, RegExp])[] = [
      [{ bucket: 'there-is-none' }, /there-is-none.*NoSuchBucket; check blobStoreUrl/],
      [keys('UNKNOWN', 'wrong-secret'), /403 .*; check s3AccessKeyId/],
      [keys(gateway.accessKeyId, 'wrong-secret'), /403 .*; check .*s3SecretAccessKey/],
      [{ encryption: { algorithm: 'AES256', keyId: null } }, /400 .*check s3Encryption/],
    ];
    for (const [changed, message] of refusals) {
      const failure = await failureWith(changed);
      expect(failure).toBeInstanceOf(ConfigError);
      expect(failure.message).toMatch(message);
    }
  });

  test('is refused to keys that have no rights there', async () => {
    const other = await gateway.newUser();
    const failure = await failureWith(keys(other.accessKeyId, other.secretAccessKey));
    expect(failure.message).toMatch(
      /cannot be written to: .*403 AccessDenied; check s3AccessKeyId/,
    );
  });

  test('is refused while the clock of this machine is wrong', async () => {
    const objects = await openS3Objects(optionsOf(gateway, { bucket }));
    objects.connection.client.config.systemClockOffset = -3_600_000;
    await expect(requireS3Access(objects)).rejects.toThrow(/the clock of this machine is wrong/);
    objects.close();
  });

  test('at which there is no server is said to be unavailable', async () => {
    const failure = await failureWith({ endpoint: 'http://127.0.0.1:1' });
    expect(failure).toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(failure.message).toMatch(/ECONNREFUSED; check s3Endpoint/);
  });

  test('that may not be listed stores and reads, and collects nothing', async () => {
    const { store } = await openS3BlobStore(optionsOf(gateway, { bucket, canList: false }));
    const staged = await store.stage(Buffer.from('not listed'));
    await staged.commit();
    await staged.release();
    expect(Buffer.from(await store.read(staged.key, 10)).toString()).toBe('not listed');
    await expect(Array.fromAsync(store.listKeys())).rejects.toMatchObject({
      code: 'server.not-implemented',
      status: 501,
    });
    expect(await store.setAside(staged.key)).toBeUndefined();
    expect(await store.findAnnounced([staged.key])).toEqual(new Set([staged.key]));
    await store.cleanTemporary();
    store.close();
  });

  test('whose listing is forbidden is found out', async () => {
    const other = await gateway.newUser();
    const s3 = gateway.client();
    const info = JSON.parse(
      await gateway.administrate(['user', 'info', `--access-key=${other.accessKeyId}`]),
    );
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: [`arn:aws:iam:::user/${info.user_id}`] },
          Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
          Resource: [`arn:aws:s3:::${bucket}/*`],
        },
      ],
    });
    await s3.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
    s3.destroy();
    const options = optionsOf(gateway, {
      bucket,
      ...keys(other.accessKeyId, other.secretAccessKey),
    });
    const { store, owner } = await openS3BlobStore(options);
    expect([store.canList, owner]).toEqual([false, undefined]);
    expect(await store.claim('mine')).toBe('mine');
    expect(await store.claim('yours')).toBe('mine');
    store.close();
  });
});
