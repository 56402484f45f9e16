import { describe, expect, test } from 'vitest';
import { CredentialCache } from './credential-cache.ts';

describe('the credential cache', () => {
  test('finds an entry by the credential that it was filed under, until it is deleted', () => {
    const cache = new CredentialCache<{ name: string }>(10);
    const digest = cache.digest('Basic abc');
    expect(cache.get(digest)).toBeUndefined();
    cache.set(digest, { name: 'ann' });
    expect(cache.get(cache.digest('Basic abc'))).toEqual({ name: 'ann' });
    expect(cache.get(cache.digest('Basic abd'))).toBeUndefined();
    cache.delete(digest);
    expect(cache.get(digest)).toBeUndefined();
  });

  test('evicts the least recently used entry when it is full', () => {
    const cache = new CredentialCache<object>(2);
    const digests = ['a', 'b', 'c'].map((text) => cache.digest(text));
    for (const digest of digests) cache.set(digest, {});
    expect(digests.map((digest) => cache.get(digest) !== undefined)).toEqual([false, true, true]);
  });

  test('keeps no credential: digests differ between caches and do not contain it', () => {
    const first = new CredentialCache(1).digest('secret');
    const second = new CredentialCache(1).digest('secret');
    expect(first).not.toBe(second);
    expect(first).not.toContain('secret');
    expect(first).toHaveLength(44);
  });
});
