import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { abandonCopies } from '../../src/repository/changes/pending-changes.ts';
import { emptyTrash } from '../../src/repository/editing/empty-trash.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { settleSlice } from '../../src/repository/editing/settle-slice.ts';
import {
  beginStagedCopy,
  copyNextStaged,
  finishStagedCopy,
  type StagedCopy,
} from '../../src/repository/editing/staged-copy.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { createGroup } from '../../src/repository/principals/groups.ts';
import { createUser } from '../../src/repository/principals/users.ts';
import { engines } from '../support/engines.ts';
import { runOldestTask } from '../support/held-work.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('work on large folders in slices on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine, { writtenAtOnceMax: 2 });
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'tasks', type: 'Workspace' });
  });
  afterAll(async () => {
    await settleAll();
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  /** A folder with that many files, the last of them in a folder of its own. */
  const filled = async (name: string, count: number): Promise<readonly [Document, Document[]]> => {
    const top = await folder(name);
    const files: Document[] = [];
    for (let at = 1; at < count; at += 1) {
      files.push(await admin.create(top.id, { name: `file-${at}` }));
    }
    const inner = await folder('inner', top);
    files.push(await admin.create(inner.id, { name: `file-${count}` }));
    return [top, files];
  };
  const slice = (rowsMax = 2) =>
    repository.database.write((handle) => runOldestTask(handle, repository.context, rowsMax));
  const runTasks = async (): Promise<void> => {
    while ((await slice()) !== undefined);
  };
  const settleAll = async (): Promise<void> => {
    await runTasks();
    for (;;) {
      const seq = await repository.database.readLatest(async ({ tree }) => tree.changes[0]?.seq);
      if (seq === undefined) return;
      await admin.write((unit) => settleSlice(unit, { seq, rowsMax: 50 }));
    }
  };
  const statesOf = (documents: readonly Document[], actor = admin) =>
    Promise.all(documents.map(async ({ id }) => (await actor.get({ id })).state));

  describe('a transition', () => {
    test('of the folder is there at once, that of its documents slice by slice', async () => {
      const [top, files] = await filled('states', 5);
      await admin.write((unit) =>
        followLifecycleTransition(unit, { id: top.id, transition: 'approve' }),
      );
      expect((await admin.get({ id: top.id })).state).toBe('approved');
      expect(new Set(await statesOf(files))).toEqual(new Set(['project']));
      await slice();
      expect(new Set(await statesOf(files))).toEqual(new Set(['project', 'approved']));
      await runTasks();
      expect(new Set(await statesOf(files))).toEqual(new Set(['approved']));
    });

    test('goes on in a folder that is moved meanwhile', async () => {
      const [top, files] = await filled('moved', 5);
      const target = await folder('moved-target');
      await admin.write((unit) =>
        followLifecycleTransition(unit, { id: top.id, transition: 'approve' }),
      );
      await slice();
      await admin.write((unit) =>
        moveDocument(unit, { id: top.id, targetId: target.id, name: 'elsewhere' }),
      );
      await runTasks();
      expect(new Set(await statesOf(files))).toEqual(new Set(['approved']));
    });

    test('changes what its author may still change', async () => {
      await repository.database.write(async (handle) => {
        await createGroup(handle, { groupname: 'members' });
        await createUser(handle, { username: 'tina', groups: ['members'] });
      });
      const tina = repository.user('tina');
      const [top, files] = await filled('rights', 4);
      await admin.setAcl(top.id, [grantAce('tina', 'ReadWrite')]);
      await tina.write((unit) =>
        followLifecycleTransition(unit, { id: top.id, transition: 'approve' }),
      );
      await slice(1);
      await admin.setAcl(top.id, [grantAce('tina', 'Read')]);
      await runTasks();
      expect(await statesOf(files)).toContain('project');
    });

    test('ends with its folder', async () => {
      const [top] = await filled('gone', 4);
      await admin.write((unit) =>
        followLifecycleTransition(unit, { id: top.id, transition: 'approve' }),
      );
      await admin.remove(top.id);
      await runTasks();
      expect(await slice()).toBeUndefined();
    });
  });

  test('documents that were trashed before their folder get their names back with it', async () => {
    const [top, [first]] = await filled('names', 4);
    const inner = await admin.get({ path: `${top.path}/inner` });
    const below = await admin.get({ path: `${inner.path}/file-4` });
    for (const { id } of [below, inner, first as Document]) {
      await admin.write((unit) => trashDocument(unit, id));
    }
    await admin.write((unit) => trashDocument(unit, top.id));
    await admin.write((unit) => untrashDocument(unit, top.id));
    await runTasks();
    expect((await admin.childNames(top.id)).toSorted()).toEqual([
      'file-1',
      'file-2',
      'file-3',
      'inner',
    ]);
    expect((await admin.get({ id: below.id })).path).toBe(`${top.path}/inner/file-4`);
  });

  test('a trash with many documents is emptied in slices', async () => {
    const top = await folder('trash');
    const ids: DocumentId[] = [];
    for (let at = 0; at < 45; at += 1) {
      const { id } = await admin.create(top.id, { name: `doomed-${at}` });
      await admin.write((unit) => trashDocument(unit, id));
      ids.push(id);
    }
    await admin.write((unit) => emptyTrash(unit, top.id));
    const left = async () => {
      const found = await Promise.allSettled(ids.map((id) => admin.get({ id })));
      return found.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await left()).toBe(25);
    await runTasks();
    expect(await left()).toBe(0);
  });

  describe('a copy', () => {
    const begin = (id: DocumentId): Promise<StagedCopy> =>
      admin.write((unit) =>
        beginStagedCopy(unit, { id, targetId: place.id, name: 'copy', resetsLifecycle: false }),
      );
    const next = (staged: StagedCopy, after: string) =>
      admin.write((unit) => copyNextStaged(unit, staged, { after, rowsMax: 2 }));
    const rowCount = async (): Promise<number> => {
      const row = await admin.read(({ handle }) =>
        handle.first(
          handle.rows.selectFrom('document').select((e) => e.fn.countAll<number>().as('count')),
        ),
      );
      return row?.count ?? 0;
    };
    const visibleCount = async (): Promise<number> => {
      const row = await admin.read(({ handle }) =>
        handle.first(
          handle.builder.selectFrom('document').select((e) => e.fn.countAll<number>().as('count')),
        ),
      );
      return row?.count ?? 0;
    };

    test('is visible when it is complete, in one moment', async () => {
      const [top, files] = await filled('source', 5);
      const before = await visibleCount();
      const staged = await begin(top.id);
      for (let after: string | null = ''; after !== null; ) {
        after = await next(staged, after);
        expect(await visibleCount()).toBe(before);
        await expect(admin.get({ id: staged.topId })).rejects.toMatchObject({ status: 404 });
      }
      const copy = await admin.write((unit) => finishStagedCopy(unit, staged));
      expect(copy.path).toBe(`${place.path}/copy`);
      expect(await visibleCount()).toBe(before + files.length + 2);
      expect((await admin.get({ path: `${copy.path}/inner/file-5` })).name).toBe('file-5');
      await settleAll();
      expect((await admin.get({ path: `${copy.path}/inner/file-5` })).name).toBe('file-5');
    });

    test('of a folder that is moved meanwhile has all its documents', async () => {
      const [top, files] = await filled('source-moved', 5);
      const target = await folder('source-target');
      const staged = await begin(top.id);
      let after = await next(staged, '');
      await admin.write((unit) =>
        moveDocument(unit, { id: top.id, targetId: target.id, name: 'a-new-name' }),
      );
      while (after !== null) after = await next(staged, after);
      const copy = await admin.write((unit) => finishStagedCopy(unit, staged));
      expect(await admin.childNames(copy.id)).toHaveLength(files.length);
    });

    test('that did not go on leaves nothing', async () => {
      const [top] = await filled('source-left', 4);
      await settleAll();
      const before = await rowCount();
      const staged = await begin(top.id);
      await next(staged, '');
      expect(await rowCount()).toBeGreaterThan(before);
      await repository.database.write(async (handle) => {
        const { clock } = handle.dialect;
        await handle.run(
          handle.rows
            .updateTable('pending_change')
            .set({ expires_at: clock.instant(clock.offset(-1)) }),
        );
        await abandonCopies(handle, 'stale');
      });
      await expect(next(staged, '')).rejects.toMatchObject({ code: 'store.conflict' });
      await expect(admin.write((unit) => finishStagedCopy(unit, staged))).rejects.toMatchObject({
        code: 'store.conflict',
      });
      await settleAll();
      expect(await rowCount()).toBe(before);
    });

    test('of a unit that fails is not there', async () => {
      const [top] = await filled('source-failed', 4);
      const staged = await begin(top.id);
      for (let after: string | null = ''; after !== null; ) after = await next(staged, after);
      const before = await visibleCount();
      const failed = admin.write(async (unit) => {
        await finishStagedCopy(unit, staged);
        throw new Error('on purpose');
      });
      await expect(failed).rejects.toThrow('on purpose');
      expect(await visibleCount()).toBe(before);
      await repository.database.write((handle) => abandonCopies(handle, staged));
    });
  });
});
