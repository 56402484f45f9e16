import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import type { ReadUnit } from '../../src/repository/unit/unit.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import type { TaskFilter } from '../../src/repository/workflow/open-task-ids.ts';
import {
  findPendingTasks,
  listAllOpenTasks,
  listOpenTasks,
  listOpenTasksOn,
} from '../../src/repository/workflow/read-tasks.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { engines } from '../support/engines.ts';
import { insertOpenTasks } from '../support/open-tasks.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const users = 50;
const tasksOfUser = 60;

/** Many tasks of many users: what one of them sees, and what it costs. */
describe.each(engines)('lists of tasks on %s', (engine) => {
  let store: TestRepository;
  let bob: Actor;
  let ids: readonly DocumentId[];
  beforeAll(async () => {
    store = await openTestRepository(engine);
    bob = store.user('u7', 'team');
    const tasks = Array.from({ length: users * tasksOfUser }, (_, at) => ({
      actors: [`u${at % users}`],
      initiator: `u${(at + 1) % users}`,
      // Two of a user have the same date each, and the last ones none.
      dueMs: at < users * 40 ? 1_000 * (40 - Math.floor(at / users / 2)) : null,
    }));
    ids = await store.system.write((unit) => insertOpenTasks(unit, tasks));
  });
  afterAll(() => store.close());

  const page = (actor: Actor, filter: TaskFilter, offset: number, size: number) =>
    actor.read((unit) => listOpenTasks(unit, filter, { offset, size }));
  const ofUser = (user: number) => ids.filter((_id, at) => at % users === user);

  /** By due date, without one last, then by id. */
  async function expectedOrder(wanted: readonly string[]): Promise<readonly string[]> {
    const rows = await store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('task').select(['id', 'due_key'])),
    );
    const among = new Set(wanted);
    return rows
      .filter(({ id }) => among.has(id))
      .sort((a, b) => a.due_key - b.due_key || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
  }

  test('pages of one user are in order, complete and without others', async () => {
    const expected = await expectedOrder(ofUser(7));
    const filter = { actors: ['u7', 'team', 'Everyone'] };
    const found: string[] = [];
    for (let offset = 0; offset < tasksOfUser + 20; offset += 20) {
      const { tasks, total } = await page(bob, filter, offset, 20);
      expect(total).toBe(tasksOfUser);
      found.push(...tasks.map(({ id }) => id));
    }
    expect(found).toEqual(expected);
  });

  test('without a user they have all that the caller is initiator or actor of', async () => {
    const both = await expectedOrder([...ofUser(7), ...ofUser(6)]);
    const { tasks, total } = await page(bob, {}, 100, 50);
    expect([total, tasks.map(({ id }) => id)]).toEqual([both.length, both.slice(100)]);
    const all = await page(store.system, {}, 10, 5);
    const expected = (await expectedOrder(ids)).slice(10, 15);
    expect([all.total, all.tasks.map(({ id }) => id)]).toEqual([ids.length, expected]);
  });

  test('of another user they have what the caller may read', async () => {
    // u7 is the initiator of the tasks of u6, and nothing of those of u20.
    expect((await page(bob, { actors: ['u6'] }, 0, 1)).total).toBe(tasksOfUser);
    expect((await page(bob, { actors: ['u20'] }, 0, 1)).total).toBe(0);
    expect((await page(store.system, { actors: ['u20'] }, 0, 1)).total).toBe(tasksOfUser);
  });

  test('a task is listed once, however many of its actors the caller is', async () => {
    const amy = store.user('amy', 'team', 'crew');
    const [id] = await store.system.write((unit) =>
      insertOpenTasks(unit, [
        { actors: ['amy', 'team', 'crew'], initiator: 'amy', delegatedActors: ['amy', 'team'] },
      ]),
    );
    for (const filter of [{}, { actors: [...amy.principal.identities] }]) {
      const { tasks, total } = await page(amy, filter, 0, 10);
      expect([total, tasks.map((task) => task.id)]).toEqual([1, [id]]);
    }
    const { tasks } = await page(store.user('zoe', 'crew'), {}, 0, 10);
    expect(tasks.map((task) => task.id)).toEqual([id]);
    // Delegated later: named among both.
    expect(tasks[0]).toMatchObject({ actors: ['amy', 'team', 'crew'], workflow: null });
  });

  test('of documents they have the open ones, and say where there are too many', async () => {
    const [one, two] = [
      await store.system.create(store.workspaces.id, { name: 'one' }),
      await store.system.create(store.workspaces.id, { name: 'two' }),
    ];
    const few = await store.system.write((unit) =>
      insertOpenTasks(unit, [
        { actors: ['cat'], documentIds: [two.id, one.id] },
        { actors: ['cat'], documentIds: [one.id], dueMs: 5 },
        { actors: ['dan'], documentIds: [one.id] },
      ]),
    );
    const cat = store.user('cat');
    const pending = await cat.read((unit) => findPendingTasks(unit, [two.id, one.id, two.id]));
    const idsOn = (id: string) => pending.get(id)?.map((task) => task.id);
    expect([idsOn(one.id), idsOn(two.id)]).toEqual([[few[1], few[0]], [few[0]]]);
    expect(pending.get(two.id)?.[0]?.documentIds).toEqual([two.id, one.id]);
    const on = (actor: Actor, filter: TaskFilter = {}) =>
      actor.read((unit) => listOpenTasksOn(unit, one.id, filter));
    expect(await on(cat)).toHaveLength(2);
    expect(await on(store.system)).toHaveLength(3);
    expect(await on(store.system, { actors: ['dan'] })).toHaveLength(1);
    expect(await on(store.user('other'))).toEqual([]);
    const all = store.system.read((unit) => listAllOpenTasks(unit, {}));
    await expect(all).rejects.toMatchObject({ code: 'request.answer-too-large' });
  });

  test('cost one statement, or two where the page is not the last, for any number', async () => {
    const cost = async (actor: Actor, work: (unit: ReadUnit) => Promise<unknown>) => {
      const meter = { queries: 0 };
      await store.database.read(
        (handle) => work(createUnit(handle, store.context, actor.principal)),
        meter,
      );
      return meter.queries;
    };
    for (const [actor, filter] of [
      [bob, { actors: ['u7'] }],
      [bob, {}],
      [store.system, {}],
      [store.system, { actors: ['u3'] }],
    ] as const) {
      const list = (offset: number, size: number) => (unit: ReadUnit) =>
        listOpenTasks(unit, filter, { offset, size });
      expect(await cost(actor, list(0, 1))).toBe(2);
      expect(await cost(actor, list(0, 50))).toBe(2);
    }
    const last = (unit: ReadUnit) =>
      listOpenTasks(unit, { actors: ['u7'] }, { offset: 20, size: 50 });
    expect(await cost(bob, last)).toBe(1);
  });

  test.runIf(engine === 'sqlite')('read rows of the user by indexes, and no others', async () => {
    const sent: { sql: string; parameters: readonly unknown[] }[] = [];
    const all = vi.spyOn(SqliteConnection.prototype, 'all');
    try {
      await page(bob, { actors: ['u7', 'team'] }, 0, 10);
      await page(bob, {}, 0, 10);
      sent.push(...all.mock.calls.map(([sql, parameters]) => ({ sql, parameters })));
    } finally {
      all.mockRestore();
    }
    const about = sent.filter(({ sql }) => sql.includes('task_actor'));
    expect(about.length).toBeGreaterThan(0);
    for (const { sql, parameters } of about) {
      const steps = await store.database.read((handle) => {
        const explained = { ...handle.rows.selectFrom('task').select('id').compile(), parameters };
        return handle.all({ compile: () => ({ ...explained, sql: `explain query plan ${sql}` }) });
      });
      const details = (steps as unknown as readonly { detail: string }[]).map(
        (each) => each.detail,
      );
      expect(details.join('\n')).toMatch(/task_actor_open \(actor=\?/);
      expect(
        details.filter((each) => /SCAN (?:task|task_actor|document|instance)\b/.test(each)),
      ).toEqual([]);
    }
  });
});
