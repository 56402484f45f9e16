import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { versionLabel } from '../../src/model/version-numbers.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('life cycles on %s', (engine) => {
  let repository: TestRepository;
  let author: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    author = repository.user('author');
    place = await repository.system.create(repository.workspaces.id, {
      name: 'states',
      type: 'Folder',
    });
    await repository.system.setAcl(place.id, [grantAce('author', 'ReadWrite')]);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const follow = (id: DocumentId, transition: string, actor = author) =>
    actor.write((unit) => followLifecycleTransition(unit, { id, transition }));
  const stateOf = async (id: DocumentId) => (await author.get({ id })).state;

  test('every allowed transition leads to its state', async () => {
    const made = await author.create(place.id, { name: 'all' });
    expect(made.state).toBe('project');
    for (const [transition, state] of [
      ['approve', 'approved'],
      ['backToProject', 'project'],
      ['obsolete', 'obsolete'],
      ['backToProject', 'project'],
    ] as const) {
      expect((await follow(made.id, transition)).state).toBe(state);
    }
  });

  test.each(['backToProject', 'nonsense', '__proto__', 'constructor', ''])(
    'the transition %j does not leave the state project',
    async (transition) => {
      const made = await author.create(place.id, { name: `bad-${transition}` });
      await expect(follow(made.id, transition)).rejects.toMatchObject({
        code: 'lifecycle.transition-not-allowed',
        status: 400,
        message: `Not allowed to follow transition <${transition}> from state <project>`,
      });
    },
  );

  test('a document without a life cycle has no transitions', async () => {
    const root = await repository.system.get({ path: '/task-root' });
    await expect(follow(root.id, 'approve', repository.system)).rejects.toMatchObject({
      code: 'lifecycle.transition-not-allowed',
    });
  });

  test('needs WriteLifeCycle', async () => {
    const made = await author.create(place.id, { name: 'rights' });
    await expect(follow(made.id, 'approve', repository.user('reader'))).rejects.toMatchObject({
      message: "Privilege 'WriteLifeCycle' is not granted to 'reader'",
    });
  });

  test('a checked-in document is checked out first', async () => {
    const made = await author.create(place.id, { name: 'checked-in' });
    await author.write(async (unit) =>
      checkIn(unit, {
        document: await getDocumentForUpdate(unit, made.id),
        by: 'MINOR',
      }),
    );
    const approved = await follow(made.id, 'approve');
    expect([approved.isCheckedOut, versionLabel(approved)]).toEqual([true, '0.1+']);
  });

  describe('of a folder', () => {
    test('descendants follow where they can', async () => {
      const top = await author.create(place.id, { name: 'top', type: 'Folder' });
      const inner = await author.create(top.id, { name: 'inner', type: 'Folder' });
      const leaf = await author.create(inner.id, { name: 'leaf' });
      const note = await author.create(inner.id, { name: 'note', type: 'Note' });
      const done = await author.create(inner.id, { name: 'done' });
      await follow(done.id, 'obsolete');
      const other = await author.create(inner.id, { name: 'other', type: 'UserInvitation' });
      const sibling = await author.create(place.id, { name: 'top0' });
      await follow(top.id, 'approve');
      expect(await stateOf(inner.id)).toBe('approved');
      expect(await stateOf(leaf.id)).toBe('approved');
      expect(await stateOf(done.id)).toBe('obsolete');
      expect(await stateOf(other.id)).toBe('created');
      expect(await stateOf(sibling.id)).toBe('project');
      const changed = await author.get({ id: note.id });
      expect([changed.state, changed.isCheckedOut]).toEqual(['approved', true]);
    });

    test('descendants the caller may not change stay', async () => {
      const top = await author.create(place.id, { name: 'limits', type: 'Folder' });
      const closed = await author.create(top.id, { name: 'closed' });
      const locked = await author.create(top.id, { name: 'locked' });
      const open = await author.create(top.id, { name: 'open' });
      await repository.system.setAcl(closed.id, [
        { ...grantAce('author', 'Write'), granted: false },
        { ...grantAce('author', 'WriteLifeCycle'), granted: false },
      ]);
      await repository.system.write((unit) => lockDocument(unit, locked.id));
      await follow(top.id, 'approve');
      expect(await stateOf(open.id)).toBe('approved');
      expect(await stateOf(closed.id)).toBe('project');
      expect(await stateOf(locked.id)).toBe('project');
    });
  });
});
