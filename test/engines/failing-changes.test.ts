import { describe, expect, test, vi } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/log.ts';
import { checkIntegrity } from '../../src/repository/integrity/index.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { holdSubtreeWork, releaseSubtreeWork } from '../support/held-work.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';
import { Vandal } from '../support/vandal.ts';

interface LogLine {
  readonly msg: string;
  readonly [name: string]: unknown;
}

interface Folder {
  readonly uid: DocumentId;
  readonly path: string;
}

const unknownAcl = 987_654_321;

/** A document has an ACL that does not exist, so that no slice with it can be written. */
class Stage {
  readonly app: TestApp;
  readonly vandal: Vandal;
  readonly lines: LogLine[];
  readonly bad: Folder;
  readonly inner: Folder;
  readonly good: Folder;
  readonly #damaged: Folder;

  private constructor(
    opened: Pick<Stage, 'app' | 'vandal' | 'lines'>,
    folders: Readonly<Record<'bad' | 'inner' | 'good' | 'damaged', Folder>>,
  ) {
    ({ app: this.app, vandal: this.vandal, lines: this.lines } = opened);
    ({ bad: this.bad, inner: this.inner, good: this.good, damaged: this.#damaged } = folders);
  }

  static async open(engine: EngineName): Promise<Stage> {
    const lines: LogLine[] = [];
    const log = createLogger('info', 'json', { write: (line) => lines.push(JSON.parse(line)) });
    const app = await startTestApp(engine, { subtreeWrittenAtOnce: 2 }, log);
    const vandal = await Vandal.open(app.services.config);
    await holdSubtreeWork(app);
    const [bad, good] = [await filledFolder(app, 'bad'), await filledFolder(app, 'good')];
    const inner = await filledFolder(app, 'inner', bad.uid);
    const damaged = await createDocument(app, { parent: bad.uid, name: 'damaged' });
    return new Stage({ app, vandal, lines }, { bad, inner, good, damaged });
  }

  async close(): Promise<void> {
    await this.vandal.close();
    await this.app.close();
  }

  async damage(): Promise<void> {
    await this.vandal.set('document', { id: this.#damaged.uid }, { acl_id: unknownAcl });
  }

  async list() {
    return (await this.app.request('GET /api/v1/management/pending-changes')).json;
  }

  async entries() {
    return (await this.list()).entries;
  }

  async metrics(): Promise<string> {
    return (await this.app.request('GET /metrics')).text;
  }

  findings(): Promise<readonly string[]> {
    const { services } = this.app;
    return storeFindings({ ...services, ...services.repository });
  }

  /** By the program's own check, which can read what is damaged. */
  async checked(): Promise<readonly string[]> {
    const { database, blobs, repository } = this.app.services;
    const { model } = repository;
    const found = await Array.fromAsync(checkIntegrity({ database, blobs, model, nowMs: now() }));
    return found.map(({ severity, table, id, text }) => `${severity} ${table} ${id}: ${text}`);
  }

  linesOf(text: RegExp): readonly LogLine[] {
    return this.lines.filter(({ msg }) => text.test(msg));
  }

  grant(folder: Folder) {
    return setAcl(this.app, folder.uid, [grantAce('members', 'Read')]);
  }
}

async function filledFolder(app: TestApp, name: string, parent?: string): Promise<Folder> {
  const place = parent === undefined ? {} : { parent };
  const folder = await createDocument(app, { ...place, name, type: 'Folder' });
  for (const child of ['a', 'b', 'c'])
    await createDocument(app, { parent: folder.uid, name: child });
  return folder;
}

/** Workers look for work every second. */
const until = (is: () => Promise<boolean>) => vi.waitUntil(is, { timeout: 40_000, interval: 50 });

// Together, because most of their time are the pauses between attempts.
describe.concurrent.each(engines)('work on a large folder that fails on %s', (engine) => {
  const on = (work: (stage: Stage) => Promise<void>) => async (): Promise<void> => {
    const stage = await Stage.open(engine);
    try {
      await work(stage);
    } finally {
      await stage.close();
    }
  };

  test(
    'does not delay changes of other folders and below it, and goes on once it can',
    on(async (stage) => {
      const { app, vandal, bad, inner, good } = stage;
      await stage.grant(bad);
      await stage.grant(good);
      await stage.grant(inner);
      await stage.damage();
      await releaseSubtreeWork(app);
      await until(
        async () => (await stage.entries()).length === 1 && (await stage.entries())[0].failures > 1,
      );
      const failed = {
        kind: 'security',
        path: bad.path,
        failures: expect.any(Number),
        lastError: expect.stringMatching(/\w/),
        retryAt: expect.stringMatching(/^\d{4}-.*Z$/),
      };
      expect(await stage.entries()).toMatchObject([failed]);
      expect(await stage.metrics()).toContain('cartulary_subtree_work_failing{work="change"} 1');
      const failures = stage.linesOf(/change of a large folder could not be written/);
      const [once, twice] = [1, 2].map((count) => failures.find((line) => line.failures === count));
      expect(once).toMatchObject({ kind: 'security', path: bad.path, err: expect.anything() });
      expect(Number(twice?.pauseMs)).toBeGreaterThan(Number(once?.pauseMs));
      expect(await stage.checked()).toContainEqual(
        expect.stringMatching(
          /^warning pending_change \d+: has failed \d times since its last success/,
        ),
      );
      await vandal.repair();
      await until(async () => (await stage.entries()).length === 0);
      expect(await stage.findings()).toEqual([]);
      expect(await stage.metrics()).toContain('cartulary_subtree_work_failing{work="change"} 0');
    }),
  );

  test(
    'ends when its folder is removed',
    on(async (stage) => {
      const { app, bad } = stage;
      await stage.grant(bad);
      await stage.damage();
      await releaseSubtreeWork(app);
      await until(async () => (await stage.entries())[0]?.failures > 0);
      const { status } = await callOperation(app, 'Document.Delete', { input: bad.uid });
      expect(status).toBe(204);
      await until(async () => (await stage.entries()).length === 0);
      expect(await stage.findings()).toEqual([]);
    }),
  );

  test(
    'lets changes wait that could miss documents which it moves',
    on(async (stage) => {
      const { app, vandal, bad, good } = stage;
      await stage.grant(bad);
      const { json: moved } = await callOperation(app, 'Document.Move', {
        input: bad.uid,
        params: { target: '/default-domain/workspaces', name: 'moved' },
      });
      await setAcl(app, moved.uid, [grantAce('members', 'ReadWrite')]);
      await stage.grant(good);
      await stage.damage();
      await releaseSubtreeWork(app);
      await until(async () => stage.linesOf(/could not be written/).length > 2);
      const left = await stage.entries();
      expect(left.map(({ kind, path }: { kind: string; path: string }) => [kind, path])).toEqual([
        ['security', bad.path],
        ['move', bad.path],
        ['security', moved.path],
      ]);
      expect(left[2]).toMatchObject({ failures: 0, lastError: null, retryAt: null });
      await vandal.repair();
      await until(async () => (await stage.entries()).length === 0);
      expect(await stage.findings()).toEqual([]);
    }),
  );

  test(
    'does not delay tasks of other folders, only those of the same',
    on(async (stage) => {
      const { app, vandal, bad, inner, good } = stage;
      const follow = (input: string, value: string) =>
        callOperation(app, 'Document.FollowLifecycleTransition', { input, params: { value } });
      await follow(bad.uid, 'approve');
      await follow(inner.uid, 'approve');
      await follow(good.uid, 'approve');
      const [task] = (await stage.list()).tasks;
      await vandal.set('subtree_task', { id: task.id }, { details: 'no' });
      await releaseSubtreeWork(app);
      const metric = 'cartulary_subtree_work_failing{work="task"}';
      await until(async () => stage.linesOf(/task .* has failed/).length > 1);
      await until(async () => (await stage.list()).tasks.length === 2);
      expect(await stage.metrics()).toContain(`${metric} 1`);
      expect(await stage.findings()).toContainEqual(
        expect.stringMatching(`^warning subtree_task ${task.id}: has failed \\d times`),
      );
      await vandal.repair();
      await until(async () => (await stage.list()).tasks.length === 0);
      const response = await app.request(`GET /api/v1/path${inner.path}/a`);
      expect(response.json.state).toBe('approved');
      expect(await stage.metrics()).toContain(`${metric} 0`);
    }),
  );
});
