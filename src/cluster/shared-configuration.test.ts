import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../test/support/engines.ts';
import { loadConfig } from '../config/load.ts';
import { findDifferences } from './differences.ts';
import { readSharedConfiguration, type SharedConfiguration } from './shared-configuration.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

const read = (data: string, flags: Record<string, unknown> = {}): Promise<SharedConfiguration> => {
  const all = { data: join(folder.path, data), ...flags };
  return readSharedConfiguration(loadConfig({ environment: {}, flags: all }).config);
};
const bucket = (blobStoreUrl: string) => ({ blobStoreUrl });

test('nodes of one bucket may have data folders of their own', async () => {
  const one = await read('one', bucket('s3://contents/store'));
  const other = await read('other', { ...bucket('s3://contents/store/'), s3Region: 'eu-west-1' });
  expect(findDifferences(one, other)).toEqual([]);
});

test('the buckets of two nodes are named when they differ', async () => {
  const one = await read('data', bucket('s3://contents/store'));
  const other = await read('data', bucket('s3://contents'));
  expect(findDifferences(one, other)).toEqual([
    {
      isAddition: false,
      text: 'blobStoreUrl: is s3://contents/store/ here and s3://contents/ there, so that neither finds the contents of the other',
    },
  ]);
});

test('a bucket and a folder are two places of contents', async () => {
  const one = await read('data');
  const other = await read('data', bucket('s3://contents'));
  expect(findDifferences(one, other).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^blobStoreUrl: is not set here and s3:\/\/contents\/ there/),
  ]);
});

test('two folders of contents are two places', async () => {
  const [one, other] = [await read('one'), await read('other')];
  expect(findDifferences(one, other).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^data: its folder blobs is not that of the other node/),
  ]);
  expect(findDifferences(one, await read('one'))).toEqual([]);
});
