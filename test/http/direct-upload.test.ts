import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { purgeExpiredUploads } from '../../src/repository/attachments/purge-uploads.ts';
import { batchLifeMs } from '../../src/repository/attachments/upload-batches.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { openClient } from '../support/nuxeo-client.ts';
import {
  gatewayTimeoutMs,
  hasObjectGateway,
  type ObjectGateway,
  useObjectGateway,
} from '../support/object-gateway.ts';

/** As clients read it. */
interface ExtraInfo {
  readonly awsSecretKeyId: string;
  readonly awsSecretAccessKey: string;
  readonly awsSessionToken: string;
  readonly bucket: string;
  readonly baseKey: string;
  readonly endpoint: string;
  readonly expiration: number;
  readonly region: string;
  readonly usePathStyleAccess: boolean;
  readonly useS3Accelerate: boolean;
}

interface DirectBatch {
  readonly batchId: string;
  readonly extraInfo: ExtraInfo;
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');

function clientOf(info: ExtraInfo): S3Client {
  return new S3Client({
    endpoint: info.endpoint,
    region: info.region,
    forcePathStyle: info.usePathStyleAccess,
    credentials: {
      accessKeyId: info.awsSecretKeyId,
      secretAccessKey: info.awsSecretAccessKey,
      sessionToken: info.awsSessionToken,
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

const partBytes = 5 * 2 ** 20;
const hasGateway = await hasObjectGateway();

describe.skipIf(!hasGateway).each(engines)('direct uploads on %s', (engine) => {
  let gateway: ObjectGateway;
  let app: TestApp;
  let bucket: string;
  let own: S3Client;

  beforeAll(async () => {
    gateway = await useObjectGateway();
    bucket = await gateway.newBucket();
    own = gateway.client();
    app = await startTestApp(engine, {
      ...storeIn(gateway, bucket),
      directUploadRole: await gateway.newRole(),
    });
    await createUser(app, 'stranger');
  }, gatewayTimeoutMs);
  afterAll(async () => {
    await app?.close();
    own?.destroy();
  });

  const open = async (options: TestRequest = {}): Promise<DirectBatch> =>
    (await app.request('POST /api/v1/upload/new/s3', options)).json;

  const put = async ({ extraInfo }: DirectBatch, name: string, Body: Buffer, more = {}) => {
    const Key = extraInfo.baseKey + name;
    const place = { Bucket: extraInfo.bucket, Key };
    const { ETag } = await clientOf(extraInfo).send(
      new PutObjectCommand({ ...place, Body, ...more }),
    );
    return { key: Key, etag: ETag };
  };

  const complete = (batchId: string, body: object, index: number | string = 0, options = {}) =>
    app.request(`POST /api/v1/upload/${batchId}/${index}/complete`, { body, ...options });

  const namesBelow = async (Prefix: string): Promise<readonly (string | undefined)[]> => {
    const list = { Bucket: bucket, Prefix };
    const { Contents = [] } = await own.send(new ListObjectsV2Command(list));
    const { Uploads = [] } = await own.send(new ListMultipartUploadsCommand(list));
    return [...Contents, ...Uploads].map(({ Key }) => Key);
  };

  /** Makes a document of a file of the batch and returns its content and what is told about it. */
  const attach = async ({ batchId }: { batchId: string }, index = 0) => {
    const content = { 'upload-batch': batchId, 'upload-fileId': String(index) };
    const properties = { 'file:content': content };
    const name = randomBytes(4).toString('hex');
    const { uid, properties: shown } = await createDocument(app, { name, properties });
    const { bytes } = await app.request(`GET /api/v1/id/${uid}/@blob/file:content`);
    return { bytes, blob: shown['file:content'] };
  };

  test('the handler is listed first, and by its name', async () => {
    const all = await app.request('GET /api/v1/upload/handlers');
    expect(all.json).toEqual({ handlers: [{ name: 's3' }, { name: 'default' }] });
    expect((await app.request('GET /api/v1/upload/handlers/s3')).json).toEqual({ name: 's3' });
  });

  test('a batch tells the client all that it needs to write', async () => {
    const batch = await open();
    expect(batch).toEqual({
      provider: 's3',
      fileEntries: [],
      batchId: expect.stringMatching(/^batchId-/),
      extraInfo: {
        awsSecretKeyId: expect.any(String),
        awsSecretAccessKey: expect.any(String),
        awsSessionToken: expect.any(String),
        expiration: expect.any(Number),
        bucket,
        baseKey: `store/direct/${batch.batchId}/`,
        endpoint: `${gateway.endpoint}/`,
        region: gateway.region,
        usePathStyleAccess: true,
        useS3Accelerate: false,
      },
    });
    expect(batch.extraInfo.expiration).toBeGreaterThan(Date.now());
    const info = await app.request(`GET /api/v1/upload/${batch.batchId}/info`);
    expect(info.json.extraInfo).toMatchObject({ bucket, baseKey: batch.extraInfo.baseKey });
  });

  test('an object becomes a file of the batch, and of a document', async () => {
    const batch = await open();
    const content = randomBytes(70_000);
    const stored = await put(batch, 'report.bin', content);
    const body = { ...stored, name: 'report.bin', fileSize: content.length, bucket };
    const { status, json } = await complete(batch.batchId, body);
    expect([status, json]).toEqual([
      200,
      { uploaded: 'true', batchId: batch.batchId, fileIdx: '0' },
    ]);
    const file = await app.request(`GET /api/v1/upload/${batch.batchId}/0`);
    expect(file.json).toEqual({ name: 'report.bin', size: 70_000, uploadType: 'normal' });
    expect(await namesBelow(batch.extraInfo.baseKey)).toEqual([]);
    const { bytes, blob } = await attach(batch);
    expect(bytes.equals(content)).toBe(true);
    expect(blob).toMatchObject({ name: 'report.bin', digest: sha256(content) });
  });

  test('a file in parts under any name, with a type, is as good', async () => {
    const batch = await open();
    const content = randomBytes(partBytes + 1_000);
    const key = `${batch.extraInfo.baseKey}ordner/été & 100% "x" #1+2.pdf`;
    const upload = new Upload({
      client: clientOf(batch.extraInfo),
      params: { Bucket: bucket, Key: key, Body: content, ContentType: 'application/pdf' },
    });
    const { ETag = '' } = await upload.done();
    const claim = { key, etag: ETag, name: 'été.pdf', md5: md5(content) };
    expect((await complete(batch.batchId, claim, 7)).status).toBe(200);
    const { bytes, blob } = await attach(batch, 7);
    expect(bytes.equals(content)).toBe(true);
    expect(blob).toMatchObject({ name: 'été.pdf', 'mime-type': 'application/pdf' });
  });

  test('a completion that is sent again has the same answer', async () => {
    const batch = await open();
    const claim = { ...(await put(batch, 'a', Buffer.from('twice'))), name: 'a', fileSize: 5 };
    expect((await complete(batch.batchId, claim)).status).toBe(200);
    expect((await complete(batch.batchId, claim)).status).toBe(200);
    expect((await complete(batch.batchId, { ...claim, fileSize: 6 })).status).toBe(409);
    expect((await complete(batch.batchId, claim, 1)).status).toBe(409);
  });

  test('the credentials write to the place of the batch and do nothing else', async () => {
    const [batch, other] = [await open(), await open({ user: 'stranger', password: 'stranger' })];
    const { key } = await put(batch, 'own', Buffer.from('own'));
    const foreign = await put(other, 'foreign', Buffer.from('foreign'));
    const client = clientOf(batch.extraInfo);
    const at = (Key: string) => ({ Bucket: bucket, Key });
    const source = { CopySource: `${bucket}/${foreign.key}` };
    const begun = await client.send(new CreateMultipartUploadCommand(at(`${key}-parts`)));
    const part = { ...at(`${key}-parts`), UploadId: begun.UploadId, PartNumber: 1 };
    const attempts = [
      new PutObjectCommand({ ...at(foreign.key), Body: 'x' }),
      new PutObjectCommand({ ...at('store/contents/x'), Body: 'x' }),
      new PutObjectCommand({ ...at('store/owner'), Body: 'x' }),
      new GetObjectCommand(at(key)),
      new GetObjectCommand(at(foreign.key)),
      new ListObjectsV2Command({ Bucket: bucket }),
      new CopyObjectCommand({ ...at(key), ...source }),
      new UploadPartCopyCommand({ ...part, ...source }),
    ];
    for (const attempt of attempts) {
      const answer = client.send(attempt as PutObjectCommand);
      await expect(answer, attempt.constructor.name).rejects.toMatchObject({
        name: 'AccessDenied',
      });
    }
    await client.send(new AbortMultipartUploadCommand(part));
  });

  test('objects elsewhere cannot be completed', async () => {
    const [batch, other] = [await open(), await open()];
    const foreign = await put(other, 'foreign', Buffer.from('foreign'));
    await own.send(new PutObjectCommand({ Bucket: bucket, Key: 'store/secret', Body: 'secret' }));
    const { baseKey } = batch.extraInfo;
    const keys = [foreign.key, 'store/secret', '/', `x${baseKey}a`, `${baseKey}../../../secret`];
    for (const key of keys) {
      const { status, json } = await complete(batch.batchId, { key });
      expect([key, status]).toEqual([key, 403]);
      expect(json.message).toContain(`key: the objects of this batch begin with store/direct/`);
    }
    for (const body of [{}, { key: '' }, { key: 7 }]) {
      const { status, json } = await complete(batch.batchId, body);
      expect([status, json.message]).toEqual([400, expect.stringContaining('key: missing')]);
    }
    const elsewhere = await complete(batch.batchId, { key: foreign.key, bucket: 'other' });
    expect([elsewhere.status, elsewhere.json.message]).toEqual([
      400,
      expect.stringContaining(`bucket: is not ${bucket}`),
    ]);
    expect((await app.request(`GET /api/v1/upload/${batch.batchId}`)).status).toBe(204);
  });

  test('a batch belongs to its user', async () => {
    const batch = await open();
    const stranger = { user: 'stranger', password: 'stranger' };
    const { key } = await put(batch, 'own', Buffer.from('own'));
    expect((await complete(batch.batchId, { key }, 0, stranger)).status).toBe(404);
    const token = `POST /api/v1/upload/${batch.batchId}/refreshToken`;
    expect((await app.request(token, stranger)).status).toBe(404);
    const info = `GET /api/v1/upload/${batch.batchId}/info`;
    expect((await app.request(info, stranger)).status).toBe(404);
  });

  test('what is not as announced is refused, and can be completed as it is', async () => {
    const batch = await open();
    const content = Buffer.from('content');
    const { key, etag } = await put(batch, 'a', content);
    const wrong = [
      [{ key: `${key}-missing` }, 'there is no object'],
      [{ key: key + 'x'.repeat(1_024) }, 'there is no object'],
      [{ key, fileSize: 6 }, 'fileSize is 7'],
      [{ key, etag: '"0"' }, 'etag is'],
      [{ key, md5: '0' }, `md5 is ${md5(content)}`],
    ] as const;
    for (const [claim, message] of wrong) {
      const { status, json } = await complete(batch.batchId, claim);
      expect([status, json.message]).toEqual([409, expect.stringContaining(message)]);
    }
    expect((await app.request(`GET /api/v1/upload/${batch.batchId}`)).status).toBe(204);
    expect(await namesBelow('store/staged/')).toEqual([]);
    const right = { key, etag, md5: md5(content).toUpperCase(), fileSize: '7' };
    expect((await complete(batch.batchId, right)).status).toBe(200);
    expect((await complete(batch.batchId, right, 'x')).status).toBe(400);
  });

  test('a type that is none is refused, wherever the client has named it', async () => {
    const batch = await open();
    const { key } = await put(batch, 'a', Buffer.from('a'), { ContentType: 'no type at all' });
    for (const body of [{ key }, { key, mimeType: 'no type' }]) {
      const { status, json } = await complete(batch.batchId, body);
      expect([status, json.message]).toEqual([400, expect.stringContaining('no media type')]);
    }
    expect((await complete(batch.batchId, { key, mimeType: 'text/plain' })).status).toBe(200);
  });

  test('an object that is replaced between the look at it and the copy is refused', async () => {
    const uploads = app.services.blobs.directUploads;
    const batch = await open();
    const { key } = await put(batch, 'a', Buffer.from('before'));
    const object = await uploads?.find(batch.batchId, key);
    await put(batch, 'a', Buffer.from('something else'));
    await expect(object && uploads?.stage(object)).rejects.toMatchObject({
      code: 'batch.mismatch',
    });
    expect(await namesBelow('store/staged/')).toEqual([]);
  });

  test('credentials are renewed, those of the default handler are none', async () => {
    const { batchId, extraInfo } = await open();
    const { status, json } = await app.request(`POST /api/v1/upload/${batchId}/refreshToken`);
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual([
      'awsSecretAccessKey',
      'awsSecretKeyId',
      'awsSessionToken',
      'batchId',
      'expiration',
    ]);
    expect(json.awsSessionToken).not.toBe(extraInfo.awsSessionToken);
    const renewed = { batchId, extraInfo: { ...extraInfo, ...json } };
    const { key } = await put(renewed, 'later', Buffer.from('later'));
    expect((await complete(batchId, { key })).status).toBe(200);
    const plain = (await app.request('POST /api/v1/upload')).json.batchId;
    const none = await app.request(`POST /api/v1/upload/${plain}/refreshToken`);
    expect(none.status).toBe(501);
  });

  const leaveBehind = async (batch: DirectBatch) => {
    const { extraInfo } = batch;
    const place = { Bucket: bucket, Key: `${extraInfo.baseKey}unfinished` };
    const client = clientOf(extraInfo);
    await put(batch, 'finished', Buffer.from('finished'));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    const part = { ...place, UploadId, PartNumber: 1, Body: Buffer.alloc(partBytes) };
    await client.send(new UploadPartCommand(part));
    expect((await namesBelow(extraInfo.baseKey)).length).toBe(2);
  };

  test('a removed batch takes what was not completed with it', async () => {
    const batch = await open();
    await leaveBehind(batch);
    expect((await app.request(`DELETE /api/v1/upload/${batch.batchId}`)).status).toBe(204);
    expect(await namesBelow(batch.extraInfo.baseKey)).toEqual([]);
  });

  test('what an expired batch has left is purged, and that of others stays', async () => {
    const [expired, used] = [await open(), await open()];
    await leaveBehind(expired);
    await leaveBehind(used);
    shiftClock(batchLifeMs - 60_000);
    await app.request(`GET /api/v1/upload/${used.batchId}`);
    shiftClock(120_000);
    await purgeExpiredUploads(app.services);
    expect(await namesBelow(expired.extraInfo.baseKey)).toEqual([]);
    expect((await namesBelow(used.extraInfo.baseKey)).length).toBe(2);
    shiftClock(-batchLifeMs - 60_000);
  });

  test('the official client completes a batch and attaches its file', async () => {
    const client = openClient(await app.listen());
    const batch = (await client.request('upload/new/s3').post()) as DirectBatch;
    const { key } = await put(batch, 'hello.txt', Buffer.from('hello'), {
      ContentType: 'text/plain',
    });
    const body = { key, name: 'hello.txt', fileSize: 5 };
    await client.request(`upload/${batch.batchId}/0/complete`).post({ body });
    const blob = { 'upload-batch': batch.batchId, 'upload-fileId': '0' };
    const made = await client.repository().create('/default-domain/workspaces', {
      type: 'File',
      name: 'direct',
      properties: { 'file:content': blob },
    });
    expect((await (await made.fetchBlob()).buffer()).toString()).toBe('hello');
  });
});

describe.skipIf(!hasGateway)('direct uploads through a storage that fails', () => {
  test(
    'are answered with 503 and go on when it is there again',
    async () => {
      const gateway = await useObjectGateway();
      const failing = await gateway.startOwn();
      const app = await startTestApp('sqlite', {
        ...storeIn({ ...gateway, endpoint: failing.endpoint }, await gateway.newBucket()),
        directUploadRole: await gateway.newRole(),
      });
      const opened = await app.request('POST /api/v1/upload/new/s3');
      const { batchId, extraInfo } = opened.json as DirectBatch;
      const key = `${extraInfo.baseKey}a`;
      const place = { Bucket: extraInfo.bucket, Key: key };
      await clientOf(extraInfo).send(new PutObjectCommand({ ...place, Body: 'content' }));
      await failing.kill();
      const complete = () =>
        app.request(`POST /api/v1/upload/${batchId}/0/complete`, { body: { key, fileSize: 7 } });
      const unanswered = [
        await app.request('POST /api/v1/upload/new/s3'),
        await app.request(`POST /api/v1/upload/${batchId}/refreshToken`),
        await complete(),
      ];
      expect(unanswered.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect((await app.request(`GET /api/v1/upload/${batchId}`)).status).toBe(204);
      await failing.start();
      expect((await complete()).status).toBe(200);
      expect((await app.request(`GET /api/v1/upload/${batchId}/0`)).json.size).toBe(7);
      await app.close();
      await failing.kill();
    },
    gatewayTimeoutMs,
  );
});

describe.skipIf(!hasGateway)('direct uploads that are configured wrongly', () => {
  test(
    'a role that does not exist is reported without secrets, and leaves no batch',
    async () => {
      const gateway = await useObjectGateway();
      const app = await startTestApp('sqlite', {
        ...storeIn(gateway, await gateway.newBucket()),
        directUploadRole: 'arn:aws:iam:::role/missing',
      });
      const { status, json, text, headers } = await app.request('POST /api/v1/upload/new/s3');
      expect([status, json.message]).toEqual([
        503,
        expect.stringMatching(
          /^no credentials for a direct upload: S3 answered 404 .*directUploadRole/,
        ),
      ]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(text).not.toContain(gateway.accessKeyId);
      await app.close();
    },
    gatewayTimeoutMs,
  );
});

function storeIn(gateway: ObjectGateway, bucket: string) {
  return {
    blobStoreUrl: `s3://${bucket}/store`,
    s3Endpoint: gateway.endpoint,
    s3Region: gateway.region,
    s3AccessKeyId: gateway.accessKeyId,
    s3SecretAccessKey: gateway.secretAccessKey,
  };
}
