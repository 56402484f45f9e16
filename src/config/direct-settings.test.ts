import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';

const role = 'arn:aws:iam::123456789012:role/uploads';
const bucket = { blobStoreUrl: 's3://bucket/store' };

test.each([
  [{ directUploadRole: role }, 'directUploadRole: there is no bucket to upload to'],
  [{ downloadRedirects: true }, 'downloadRedirects: there is no bucket to read from'],
  [{ ...bucket, directUploadRole: 'uploads' }, 'the name of a role such as'],
  [{ ...bucket, stsEndpoint: 'sts' }, 'must be an http(s) URL'],
  [{ ...bucket, s3PublicEndpoint: 'https://a:b@s3.example.org' }, 'without user and fragment'],
  [{ ...bucket, directUploadMinutes: 5 }, 'must be a whole number from 15 to 720'],
])('%o is refused', (flags, problem) => {
  expect(() => loadConfig({ environment: {}, flags })).toThrow(problem);
});

test.each([role, 'arn:aws:iam:::role/uploads', 'arn:aws-cn:iam::123456789012:role/a/b'])(
  'the role %s is accepted with a bucket',
  (directUploadRole) => {
    const flags = { ...bucket, directUploadRole, downloadRedirects: true };
    expect(loadConfig({ environment: {}, flags }).config).toMatchObject({ directUploadRole });
  },
);
