import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ace, grantAce, localAclName } from '../../src/model/acl.ts';
import { internAcl } from '../../src/repository/access/acl-interning.ts';
import { readableDocuments } from '../../src/repository/access/readable.ts';
import { AclCache } from '../../src/repository/unit/acl-cache.ts';
import type { ReadUnit } from '../../src/repository/unit/unit.ts';
import type { WriteHandle } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { turnsDuring } from '../support/turns.ts';

const chains = 1_250;
/** Others are evaluated after so many at the latest. */
const aclsPerTurn = 200;

const readableIds = async (unit: ReadUnit) => (await readableDocuments(unit))?.aclIds ?? [];

describe.each(engines)('a store with thousands of ACLs on %s', (engine) => {
  let repository: TestRepository;
  /** By the number of their chain: the parent, and what inherits from it. */
  const added: (readonly [number, number])[] = [];
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    await repository.system.write(async ({ handle }) => {
      for (let n = 0; n < chains; n += 1) added.push(await addChain(handle, n));
    });
  });
  afterAll(() => repository.close());

  /** Even ones are granted to readers by the parent, every fourth is closed below. */
  async function addChain(handle: WriteHandle, n: number): Promise<readonly [number, number]> {
    const intern = (parentId: number | null, aces: readonly Ace[]) =>
      internAcl(handle, parentId, [{ name: localAclName, aces }]);
    const own = [grantAce(`user-${n}`, 'Read'), grantAce(n % 2 ? 'others' : 'readers', 'Read')];
    const parentId = await intern(null, [...own, denyAll]);
    return [parentId, await intern(parentId, n % 4 ? [grantAce('x', 'Read')] : [denyAll])];
  }

  test('lets other work run while it evaluates them for a user', async () => {
    const reader = repository.user('reader', 'readers');
    let ids: ReadonlySet<unknown> = new Set();
    const turns = await turnsDuring(async () => {
      ids = new Set(await reader.read(readableIds));
    });
    expect(turns).toBeGreaterThanOrEqual(Math.floor((2 * chains) / aclsPerTurn));
    const seen = added.map((pair) => pair.map((id) => ids.has(id)));
    const expected = added.map((_pair, n) => [n % 2 === 0, n % 2 === 0 && n % 4 !== 0]);
    expect(seen).toEqual(expected);
  });

  test('finds a new one among them', async () => {
    const reader = repository.user('reader', 'readers');
    await reader.read(readableIds);
    const [id] = await repository.system.write(({ handle }) => addChain(handle, chains + 2));
    expect(await reader.read(readableIds)).toContain(id);
  });

  test('reads them for documents in slices, with the same result', async () => {
    const ids = added.flat();
    const acls = new AclCache();
    const turns = await turnsDuring(async () => {
      const found = await repository.system.read(({ handle }) => acls.effectiveAcesOf(handle, ids));
      expect(found.get(added[1]?.[1] ?? 0)?.map(({ username }) => username)).toEqual([
        'x',
        'user-1',
        'others',
        'Everyone',
      ]);
      expect(found.size).toBe(ids.length);
    });
    expect(turns).toBeGreaterThanOrEqual(Math.floor((2 * chains) / aclsPerTurn));
  });
});
