import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import type { Comment } from '../../src/model/comment.ts';
import { addComment, removeComment } from '../../src/repository/comments/change-comments.ts';
import { removeLeftFolder } from '../../src/repository/comments/comment-folders.ts';
import { listComments } from '../../src/repository/comments/read-comments.ts';
import { getUncheckedDocument } from '../../src/repository/documents/documents.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { createSystemUnit, createUnit } from '../../src/repository/unit/unit.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { engines } from '../support/engines.ts';
import { pendingChanges, settleAll } from '../support/pending.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const writtenAtOnceMax = 10;

describe.each(engines)('threads of comments on %s', (engine) => {
  let store: TestRepository;
  let bob: Actor;
  beforeAll(async () => {
    store = await openTestRepository(engine, { writtenAtOnceMax });
    bob = store.user('bob');
  });
  afterAll(() => store.close());

  const add = (id: string, text = 'text', who = bob): Promise<Comment> =>
    who.write(async (unit) => {
      await unit.handle.lockTree('shared');
      const target = await getUncheckedDocument(unit, { id });
      return addComment(unit, { target, kind: 'comment', content: { text } });
    });
  const addMany = async (id: string, count: number) => {
    for (let n = 0; n < count; n += 1) await add(id, `no. ${n}`);
  };
  const remove = (id: string, commentId: string) =>
    bob.write(async (unit) => {
      await unit.handle.lockTree('exclusive');
      const target = await getUncheckedDocument(unit, { id });
      await removeComment(unit, { target, reference: { id: commentId }, kind: 'comment' });
    });
  const list = (id: string) =>
    bob.read(async (unit) => {
      const target = await getUncheckedDocument(unit, { id });
      return listComments(unit, { target, offset: 0, size: 0, withReplies: true });
    });
  const settle = () => settleAll(store, { rowsMax: 7 });
  const removeLeft = async () => {
    const next = () =>
      store.database.write((handle) => removeLeftFolder(createSystemUnit(handle, store.context)));
    while (await next());
    await settle();
  };

  test('a comment costs as many statements with many others as with one', async () => {
    const { id } = await store.system.create(store.workspaces.id, { name: 'counted' });
    const queriesOfOne = async () => {
      const meter = { queries: 0 };
      await store.database.write(async (handle) => {
        const unit = createUnit(handle, store.context, bob.principal);
        await handle.lockTree('shared');
        const target = await getUncheckedDocument(unit, { id });
        await addComment(unit, { target, kind: 'comment', content: { text: 'counted' } });
      }, meter);
      return meter.queries;
    };
    await queriesOfOne();
    const early = await queriesOfOne();
    await addMany(id, 60);
    expect(await queriesOfOne()).toBe(early);
    expect(early).toBeLessThan(12);
  });

  test('a large thread moves with its document, and is removed at once', async () => {
    const { system, workspaces } = store;
    const { id } = await system.create(workspaces.id, { name: 'long' });
    const { id: targetId } = await system.create(workspaces.id, { name: 'target', type: 'Folder' });
    const first = await add(id, 'first');
    await addMany(first.id, writtenAtOnceMax + 5);
    await addMany(id, 3);
    await system.write((unit) => moveDocument(unit, { id, targetId, name: null }));
    expect(await pendingChanges(store)).toHaveLength(1);
    await add(first.id, 'while it moves');
    const moving = await list(id);
    expect([moving.total, moving.entries.at(-1)?.replies?.count]).toEqual([
      4,
      writtenAtOnceMax + 6,
    ]);
    await settle();
    expect(await store.findings()).toEqual([]);
    await remove(id, first.id);
    expect(await pendingChanges(store)).toHaveLength(1);
    expect((await list(id)).total).toBe(3);
    await settle();
    expect((await list(id)).entries).toHaveLength(3);
    expect(await store.findings()).toEqual([]);
    await system.remove(id);
    await settle();
    expect(await countRows('comment_entry', id)).toBe(0);
    expect(await store.findings()).toEqual([]);
  });

  const countRows = (table: 'comment_entry' | 'comment_folder', documentId: string) =>
    store.database.read(async (handle) => {
      const rows = await handle.all(
        handle.rows.selectFrom(table).select('document_id').where('document_id', '=', documentId),
      );
      return rows.length;
    });

  test('comments of proxies that a large folder loses in the trash are removed', async () => {
    const { system, workspaces } = store;
    const section = await system.create(workspaces.id, { name: 'section', type: 'Section' });
    const proxies: DocumentId[] = [];
    for (let n = 0; n < writtenAtOnceMax + 2; n += 1) {
      const { id: targetId } = await system.create(workspaces.id, { name: `source ${n}` });
      const place = { targetId, folderId: section.id };
      proxies.push((await system.write((unit) => createProxy(unit, place))).id);
    }
    const [one = '', other = ''] = proxies;
    await add(one, 'few');
    await addMany((await add(other, 'many')).id, writtenAtOnceMax + 1);
    expect((await list(one)).total).toBe(1);
    expect(await store.findings()).toEqual([]);
    await system.write((unit) => trashDocument(unit, section.id));
    expect(await pendingChanges(store)).toHaveLength(1);
    await settle();
    expect(await store.findings()).toEqual([]);
    await removeLeft();
    expect(await store.findings()).toEqual([]);
    const left = await store.database.read((handle) =>
      handle.all(handle.rows.selectFrom('comment_entry').select('document_id')),
    );
    expect(left.filter(({ document_id }) => proxies.includes(document_id as DocumentId))).toEqual(
      [],
    );
  });

  test('the check finds comments that are not where they should be', async () => {
    const { system, workspaces } = store;
    const { id } = await system.create(workspaces.id, { name: 'checked' });
    const { id: otherId } = await system.create(workspaces.id, { name: 'not commented' });
    const top = await add(id, 'top');
    const reply = await add(top.id, 'reply');
    const damage = async (change: Partial<Tables['comment_entry']>): Promise<string> => {
      const update = (values: object) =>
        store.database.write((handle) =>
          handle.run(
            handle.rows.updateTable('comment_entry').set(values).where('id', '=', reply.id),
          ),
        );
      const before = await store.database.read((handle) =>
        handle.first(
          handle.rows.selectFrom('comment_entry').selectAll().where('id', '=', reply.id),
        ),
      );
      await update(change);
      const found = await store.findings();
      await update(before ?? {});
      return found.join('\n');
    };
    const absent = '01890000-0000-7000-8000-000000000000';
    expect(await damage({ parent_id: absent })).toContain(`is about ${absent}, which does not`);
    expect(await damage({ parent_id: otherId })).toMatch(
      /has the parent(.|\n)*not the place of com/,
    );
    expect(await damage({ document_id: otherId })).toContain(`is in the thread of ${otherId}`);
    expect(await damage({ parent_id: id })).toContain('has other ancestors');
    expect(await damage({ created_at: 1 })).toContain('has another date');
    expect(await store.findings()).toEqual([]);
  });
});
