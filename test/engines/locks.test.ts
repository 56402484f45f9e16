import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { lockDocument, unlockDocument } from '../../src/repository/editing/locks.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

describe.each(engines)('locks on %s', (engine) => {
  let repository: TestRepository;
  let owner: Actor;
  let other: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    owner = repository.user('owner');
    other = repository.user('other');
    place = await repository.system.create(repository.workspaces.id, {
      name: 'locks',
      type: 'Folder',
    });
    await repository.system.setAcl(place.id, [
      grantAce('owner', 'ReadWrite'),
      grantAce('other', 'ReadWrite'),
      grantAce('keeper', 'Unlock'),
    ]);
  });
  afterAll(() => repository.close());

  const lock = (actor: Actor, id: DocumentId) => actor.write((unit) => lockDocument(unit, id));
  const unlock = (actor: Actor, id: DocumentId) => actor.write((unit) => unlockDocument(unit, id));
  const create = (name: string, type = 'File') => owner.create(place.id, { name, type });

  test('the lock shows its owner and leaves the modification date', async () => {
    const made = await create('shown');
    const locked = await lock(owner, made.id);
    expect(locked.lock?.owner).toBe('owner');
    expect(locked.lock?.createdMs).toBeGreaterThanOrEqual(Number(made.properties['dc:modified']));
    expect(locked.properties).toEqual(made.properties);
    expect(locked.systemToken).toBe(made.systemToken + 1);
    expect(await lock(owner, made.id)).toEqual(locked);
    const unlocked = await unlock(owner, made.id);
    expect([unlocked.lock, unlocked.properties]).toEqual([null, made.properties]);
  });

  test('a second user is refused with 409 and the name of the first', async () => {
    const made = await create('taken');
    await lock(owner, made.id);
    const refusal = {
      code: 'document.locked',
      status: 409,
      message: `Document already locked by owner: ${made.id}`,
    };
    await expect(lock(other, made.id)).rejects.toMatchObject(refusal);
    await expect(unlock(other, made.id)).rejects.toMatchObject(refusal);
    expect((await owner.get({ id: made.id })).lock?.owner).toBe('owner');
  });

  test('permission Unlock lets another user unlock, and an administrator may', async () => {
    const made = await create('keeper');
    await lock(owner, made.id);
    expect((await unlock(repository.user('keeper'), made.id)).lock).toBeNull();
    await lock(owner, made.id);
    expect((await unlock(repository.system, made.id)).lock).toBeNull();
  });

  test('locking needs WriteProperties, and users who may not read do not see the lock', async () => {
    const made = await create('rights');
    const reader = repository.user('reader');
    await expect(lock(reader, made.id)).rejects.toMatchObject({
      message: "Privilege 'WriteProperties' is not granted to 'reader'",
    });
    await lock(owner, made.id);
    await repository.system.setAcl(made.id, [grantAce('owner', 'ReadWrite'), denyAll]);
    await expect(lock(reader, made.id)).rejects.toMatchObject({ status: 403 });
    await expect(unlock(reader, made.id)).rejects.toMatchObject({ status: 403 });
  });

  test('a lock denies every kind of writing to others, but not reading', async () => {
    const made = await create('policy', 'Folder');
    const child = await owner.create(made.id, { name: 'child' });
    await lock(owner, made.id);
    const denied = { code: 'permission.denied' };
    await expect(other.update(made.id, { 'dc:title': 'x' })).rejects.toMatchObject(denied);
    await expect(other.remove(made.id)).rejects.toMatchObject(denied);
    await expect(other.create(made.id, { name: 'x' })).rejects.toMatchObject(denied);
    await expect(other.remove(child.id)).rejects.toMatchObject(denied);
    const move = other.write((unit) =>
      moveDocument(unit, { id: made.id, targetId: place.id, name: 'moved' }),
    );
    await expect(move).rejects.toMatchObject(denied);
    expect((await other.get({ id: made.id })).id).toBe(made.id);
    expect(await other.childNames(made.id)).toEqual(['child']);
    expect((await owner.update(made.id, { 'dc:title': 'mine' })).properties['dc:title']).toBe(
      'mine',
    );
    expect((await repository.system.update(made.id, { 'dc:title': 'a' })).lock?.owner).toBe(
      'owner',
    );
  });

  test('of many users locking at once exactly one gets the lock', async () => {
    const made = await create('race');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => lock(index % 2 === 0 ? owner : other, made.id)),
    );
    const owners = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.lock?.owner] : [],
    );
    expect(new Set(owners).size).toBe(1);
    expect(owners).toHaveLength(5);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('document.locked');
    }
  });
});
