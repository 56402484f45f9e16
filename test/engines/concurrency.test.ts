import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { lockDocument, unlockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { listVersions, restoreVersion } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { Random } from '../support/random.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

/** Errors that a worker may get because another one was faster. Any other is a bug. */
const expectedCodes = [
  'document.not-found',
  'document.invalid-move',
  'document.has-proxy',
  'document.locked',
  'document.version-immutable',
  'lifecycle.transition-not-allowed',
  'permission.denied',
  'request.invalid',
  'version.not-allowed',
] as const;

async function tolerated<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (expectedCodes.some((code) => isAppError(error, code))) return undefined;
    throw error;
  }
}

describe.each(engines)('work at the same time on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeEach(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'busy', type: 'Folder' });
  });
  afterEach(() => repository.close());

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  const move = (id: DocumentId, targetId: DocumentId) =>
    admin.write((unit) => moveDocument(unit, { id, targetId, name: null }));

  /** Creates below the parent until the other work is done, several at a time. */
  async function creating(parent: Document, other: Promise<unknown>): Promise<number> {
    let isDone = false;
    let made = 0;
    const finished = other.finally(() => {
      isDone = true;
    });
    const worker = async () => {
      while (!isDone) if (await tolerated(admin.create(parent.id, { name: 'child' }))) made += 1;
    };
    await Promise.all([finished, worker(), worker(), worker(), worker()]);
    return made;
  }

  test('creating below a folder that is being moved', async () => {
    const homes = [await folder('a'), await folder('b'), await folder('c', await folder('d'))];
    const wanderer = await folder('wanderer');
    const inner = await folder('inner', wanderer);
    const moving = (async () => {
      for (let round = 0; round < 20; round += 1) {
        await move(wanderer.id, (homes[round % homes.length] as Document).id);
      }
    })();
    expect(await creating(inner, moving)).toBeGreaterThan(0);
    expect(await repository.findings()).toEqual([]);
  });

  test('creating below a folder whose permissions change', async () => {
    const top = await folder('top');
    const inner = await folder('inner', top);
    const changing = (async () => {
      for (let round = 0; round < 20; round += 1) {
        await admin.setAcl(top.id, round % 2 ? [] : [grantAce(`u${round}`, 'Read'), denyAll]);
        await admin.setAcl(inner.id, round % 3 ? [] : [grantAce(`v${round}`, 'Read')]);
      }
      await admin.setAcl(top.id, [grantAce('alice', 'Read'), denyAll]);
    })();
    expect(await creating(inner, changing)).toBeGreaterThan(0);
    expect(await repository.findings()).toEqual([]);
    const bob = repository.user('bob');
    expect(await bob.childNames(inner.id)).toEqual([]);
  });

  test('creating below a folder that is removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const top = await folder(`doomed-${round}`);
      const inner = await folder('inner', top);
      await creating(
        inner,
        Promise.all(
          Array.from({ length: 5 }, (_, n) => admin.create(inner.id, { name: `${n}` })),
        ).then(() => admin.remove(top.id)),
      );
      await expect(admin.get({ id: inner.id })).rejects.toMatchObject({ status: 404 });
    }
    expect(await repository.findings()).toEqual([]);
  });

  test('two moves that would make a circle together: one of them loses', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await folder(`a${round}`), await folder(`b${round}`)];
      const outcomes = await Promise.all([
        tolerated(move(a.id, b.id)),
        tolerated(move(b.id, a.id)),
      ]);
      expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    }
    expect(await repository.findings()).toEqual([]);
  });

  test('saving notes while their folder goes leaves no version of nothing', async () => {
    for (let round = 0; round < 6; round += 1) {
      const top = await folder(`notes-${round}`);
      const notes = await Promise.all(
        Array.from({ length: 6 }, (_, n) => admin.create(top.id, { name: `n${n}`, type: 'Note' })),
      );
      const saving = notes.map(async ({ id }) => {
        for (let save = 0; save < 10; save += 1) {
          if (!(await tolerated(admin.update(id, { 'note:note': `${save}` })))) return;
        }
      });
      await Promise.all([...saving, admin.remove(top.id)]);
    }
    expect(await repository.findings()).toEqual([]);
  });

  test('check-ins, restores and removals of versions at once keep one latest version', async () => {
    const live = await admin.create(place.id, { name: 'versioned' });
    const freeze = () =>
      tolerated(
        admin.write(async (unit) => {
          const document = await getDocumentForUpdate(unit, live.id);
          return checkIn(unit, { document, by: 'MINOR' });
        }),
      );
    const someVersion = async (index: number) => {
      const all = await admin.read((unit) => listVersions(unit, live));
      return all[index % Math.max(1, all.length)]?.id;
    };
    const restore = async (index: number) => {
      const versionId = await someVersion(index);
      if (!versionId) return;
      await tolerated(admin.write((unit) => restoreVersion(unit, { liveId: live.id, versionId })));
      await tolerated(admin.update(live.id, { 'dc:title': `r${index}` }));
    };
    const drop = async (index: number) => {
      const id = await someVersion(index);
      if (id) await tolerated(admin.remove(id));
    };
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await freeze();
        await restore(index);
        await drop(index * 7);
        await freeze();
      }),
    );
    expect(await repository.findings()).toEqual([]);
  });

  test('everything at once', { timeout: 180_000 }, async () => {
    const random = new Random();
    const pool: DocumentId[] = [place.id];
    const errors: string[] = [];
    const remember = (document: Document | undefined) => {
      if (document) pool.push(document.id);
    };
    const act = async (): Promise<void> => {
      const id = random.pick(pool);
      const other = random.pick(pool);
      const choice = random.below(14);
      if (choice < 5) {
        const type = random.pick(['Folder', 'Folder', 'File', 'Note']);
        remember(await tolerated(admin.create(id, { name: `x${random.below(5)}`, type })));
        return;
      }
      if (id === place.id) return;
      const inUnit = (work: Parameters<Actor['write']>[0]) => tolerated(admin.write(work));
      if (choice === 5) await tolerated(admin.remove(id));
      if (choice === 6 || choice === 7) await tolerated(move(id, other));
      if (choice === 8) {
        await tolerated(admin.setAcl(id, [grantAce(`u${random.below(4)}`, 'Read')]));
      }
      if (choice === 9) await tolerated(admin.update(id, { 'dc:title': `t${random.below(9)}` }));
      if (choice === 10) await inUnit((unit) => trashDocument(unit, id));
      if (choice === 11) await inUnit((unit) => untrashDocument(unit, id));
      if (choice === 12) {
        const made = await tolerated(
          admin.write((unit) => createProxy(unit, { targetId: id, folderId: other })),
        );
        remember(made);
      }
      if (choice === 13) {
        await inUnit((unit) => lockDocument(unit, id));
        await inUnit((unit) => unlockDocument(unit, id));
        await inUnit((unit) =>
          followLifecycleTransition(unit, {
            id,
            transition: random.pick(['approve', 'obsolete', 'backToProject']),
          }),
        );
      }
    };
    const worker = async () => {
      for (let step = 0; step < 120; step += 1) {
        await act().catch((error) => errors.push(`${error.code ?? ''} ${error.stack}`));
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(errors, `seed ${random.seed}`).toEqual([]);
    expect(await repository.findings(), `seed ${random.seed}`).toEqual([]);
  });
});
