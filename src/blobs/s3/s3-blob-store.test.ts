import { describe } from 'vitest';
import { describeBlobStore } from '../../../test/support/blob-store-kit.ts';
import { hasObjectGateway } from '../../../test/support/object-gateway.ts';
import { growOld, openObjectPlace } from '../../../test/support/object-stores.ts';

describe.skipIf(!(await hasObjectGateway()))('contents in S3', () => {
  describeBlobStore('a blob store in S3', async (digestAlgorithm) => {
    const place = await openObjectPlace({ digestAlgorithm });
    return {
      store: await place.open(),
      leftovers: place.leftovers,
      growOld,
      close: async () => place.close(),
    };
  });
});
