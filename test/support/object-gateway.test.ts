import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { objectClient } from './object-client.ts';
import {
  gatewayTimeoutMs,
  hasObjectGateway,
  type ObjectGateway,
  useObjectGateway,
} from './object-gateway.ts';

describe.skipIf(!(await hasObjectGateway()))('the object gateway of tests', () => {
  let gateway: ObjectGateway;

  beforeAll(async () => {
    gateway = await useObjectGateway();
  }, gatewayTimeoutMs);

  async function put(client: S3Client, Bucket: string): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'content' }));
  }

  async function get(client: S3Client, Bucket: string): Promise<string | undefined> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    return Body?.transformToString();
  }

  test('keeps objects, and refuses the keys of another user', async () => {
    const bucket = await gateway.newBucket();
    await put(gateway.client(), bucket);
    expect(await get(gateway.client(), bucket)).toBe('content');
    const stranger = gateway.client(await gateway.newUser());
    await expect(get(stranger, bucket)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('one that is killed and started again has what was stored', async () => {
    const own = await gateway.startOwn();
    const client = objectClient(own.endpoint, gateway);
    const bucket = await gateway.newBucket();
    await put(client, bucket);
    await own.kill();
    await expect(fetch(own.endpoint)).rejects.toThrow('fetch failed');
    await own.start();
    expect(await get(client, bucket)).toBe('content');
    await own.kill();
  });
});
