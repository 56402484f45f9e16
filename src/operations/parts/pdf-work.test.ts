import { expect, test } from 'vitest';
import type { OperationContext } from '../../automation/operation-context.ts';
import { OperationBlob } from '../../automation/values.ts';
import { workOnPdfs } from './pdf-work.ts';

const megabyte = 1024 * 1024;

function blobOf(name: string, length: number): OperationBlob {
  const digest = { key: 'k', digest: 'd', digestAlgorithm: 'MD5' } as const;
  return OperationBlob.stored({ ...digest, name, mimeType: null, encoding: null, length });
}

test.each([
  [[blobOf('large.pdf', 201 * megabyte)], 'large.pdf: more than 200 MB'],
  [
    [blobOf('a.pdf', 150 * megabyte), blobOf('b.pdf', 51 * megabyte)],
    'the files together: more than 200 MB',
  ],
])('files that are too large are refused before they are read', async (blobs, reason) => {
  const nothing = {} as OperationContext;
  const work = async () => workOnPdfs(nothing, blobs, () => Promise.reject(new Error('begun')));
  await expect(work()).rejects.toThrow(reason);
});
