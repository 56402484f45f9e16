import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { countJobs } from '../../src/jobs/inspect.ts';
import { getMigration, startMigration } from '../../src/jobs/migrations/manage-migrations.ts';
import { storeProgress, storeRun } from '../../src/jobs/migrations/migration-rows.ts';
import { migrationKind } from '../../src/jobs/migrations/run-migration.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { fulltextEntry } from '../../src/repository/fulltext/index-entry.ts';
import { storeEntry } from '../../src/repository/fulltext/store-entry.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { createPostgresDatabase, engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Vandal } from '../support/vandal.ts';

const path = '/api/v1/management/migration';
const patience = { timeout: 30_000, interval: 50 };

const idle = {
  step: null,
  startTime: 0,
  pingTime: 0,
  progressMessage: null,
  progressNum: 0,
  progressTotal: 0,
  errorMessage: null,
  errorCode: 0,
  running: false,
};

const read = async (app: TestApp, id: string) => (await app.request(`GET ${path}/${id}`)).json;
const probe = async (app: TestApp, id: string) => {
  const { status, json } = await app.request(`POST ${path}/${id}/probe`);
  expect(status).toBe(200);
  return json.status.state;
};
const finished = async (app: TestApp, id: string) => {
  await vi.waitUntil(async () => !(await read(app, id)).status.running, patience);
  return read(app, id);
};
const run = async (app: TestApp, id: string) => {
  const { status, text } = await app.request(`POST ${path}/${id}/run`);
  expect([status, text]).toEqual([202, '']);
  return finished(app, id);
};
const tagged = (app: TestApp, name: string, ...labels: string[]) =>
  createDocument(app, {
    name,
    properties: { 'nxtag:tags': labels.map((label) => ({ label, username: 'ann' })) },
  });

describe.each(engines)('migrations of content on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    await createUser(app, 'plain');
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = (): Promise<readonly string[]> => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };
  /** Without the vandal, who would undo it at the end. */
  const pingAt = (pingAtMs: number) =>
    app.services.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('content_migration')
          .set({ ping_at: pingAtMs })
          .where('id', '=', 'tag-labels'),
      ),
    );
  const failJob = (id: string) =>
    app.services.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('job')
          .set({ due_at: null, failed_at: 1, last_error: 'too often' })
          .where('id', '=', id),
      ),
    );
  const eventsOf = async (id: string) => {
    const { database } = app.services;
    const rows = await database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['event_id', 'principal_name', 'comment'])
          .where('category', '=', 'management')
          .where('comment', 'like', `${id}:%`)
          .orderBy('id'),
      ),
    );
    return rows.map((row) => [row.event_id, row.principal_name]);
  };

  test('are listed with every field, each with the state that the store is in', async () => {
    const { status, json } = await app.request(`GET ${path}`);
    expect(status).toBe(200);
    expect(json['entity-type']).toBe('migrations');
    const states = json.entries.map((entry: { id: string; status: { state: string } }) => [
      entry.id,
      entry.status.state,
    ]);
    expect(states).toEqual([
      ['blob-digests', 'uniform'],
      ['blob-keys-migration', 'populated'],
      ['fulltext-analysis', 'current'],
      ['tag-labels', 'normalized'],
      ['trash-storage', 'property'],
    ]);
    const { json: one } = await app.request(`GET ${path}/tag-labels`);
    expect(json.entries[3]).toEqual(one);
    expect(one).toEqual({
      'entity-type': 'migration',
      id: 'tag-labels',
      description: expect.stringMatching(/./),
      descriptionLabel: 'migration.tag-labels',
      status: { state: 'normalized', ...idle },
      steps: [],
    });
  });

  test('that do not exist are 404 to read and to probe, and 400 to run', async () => {
    const answers = await Promise.all(
      ['GET nothing', 'POST nothing/probe', 'POST nothing/run', 'POST nothing/run/step'].map(
        async (line) => {
          const [method, rest] = line.split(' ');
          const { status, json } = await app.request(`${method} ${path}/${rest}`);
          return [status, json.message];
        },
      ),
    );
    const message = 'No such migration: nothing';
    expect(answers).toEqual([404, 404, 400, 400].map((status) => [status, message]));
    await expect(getMigration(app.services, 'nothing')).rejects.toMatchObject({
      code: 'migration.not-found',
    });
  });

  test('are for administrators only', async () => {
    for (const line of [`GET ${path}`, `POST ${path}/tag-labels/run`]) {
      expect((await app.request(line, { user: 'plain' })).status).toBe(403);
      expect((await app.request(line, { user: null })).status).toBe(401);
    }
  });

  test('a step or migration that cannot be run is 400, and nothing is enqueued', async () => {
    const messageOf = async (rest: string) => {
      const { status, json } = await app.request(`POST ${path}/${rest}`);
      expect(status).toBe(400);
      return json.message;
    };
    expect(await messageOf('trash-storage/run')).toBe(
      'Migration: trash-storage must have only one runnable step from state: property',
    );
    expect(await messageOf('tag-labels/run')).toBe(
      'Migration: tag-labels must have only one runnable step from state: normalized',
    );
    expect(await messageOf('tag-labels/run/none')).toMatch(/^Invalid step: none /);
    expect(await messageOf('tag-labels/run/mixed-to-normalized')).toMatch(
      /^Invalid step: mixed-to-normalized .* the state is normalized$/,
    );
    const reference = { id: 'tag-labels', stepId: 'none' };
    const writeAs = () => Promise.reject(new Error('nothing is to be written'));
    await expect(startMigration(app.services, reference, writeAs)).rejects.toMatchObject({
      code: 'migration.not-runnable',
    });
    const jobs = await app.services.database.read((handle) =>
      countJobs(handle, { kind: migrationKind }),
    );
    expect(jobs).toBe(0);
  });

  test('tags are written as tagging writes them, and found then', async () => {
    const plain = await tagged(app, 'plain', 'fine');
    const odd = await tagged(app, 'odd', 'Big Apple', 'big/apple', '%', 'Red');
    const find = async () => {
      const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:tag = 'bigapple'`);
      const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`);
      return json.entries.map(({ uid }: { uid: string }) => uid);
    };
    expect(await find()).toEqual([]);
    expect((await read(app, 'tag-labels')).status.state).toBe('normalized');
    expect(await probe(app, 'tag-labels')).toBe('mixed');
    expect((await read(app, 'tag-labels')).steps).toEqual([
      {
        id: 'mixed-to-normalized',
        fromState: 'mixed',
        toState: 'normalized',
        description: expect.stringMatching(/./),
        descriptionLabel: 'migration.tag-labels.mixed-to-normalized',
      },
    ]);
    const ended = await run(app, 'tag-labels');
    expect([ended.status, ended.steps]).toEqual([{ state: 'normalized', ...idle }, []]);
    expect(await find()).toEqual([odd.uid]);
    const { json: changed } = await app.request(`GET /api/v1/id/${odd.uid}`);
    expect(changed.properties['nxtag:tags']).toEqual([
      { label: 'bigapple', username: 'ann' },
      { label: 'red', username: 'ann' },
    ]);
    expect(changed.properties['dc:modified']).toBe(odd.properties['dc:modified']);
    const { json: same } = await app.request(`GET /api/v1/id/${plain.uid}`);
    expect(same.changeToken).toBe(plain.changeToken);
    expect(await probe(app, 'tag-labels')).toBe('normalized');
    expect(await eventsOf('tag-labels')).toEqual(
      expect.arrayContaining([
        ['migrationProbed', 'Administrator'],
        ['migrationStarted', 'Administrator'],
        ['migrationEnded', 'system'],
      ]),
    );
  });

  test('two callers at the same time begin one run', async () => {
    await tagged(app, 'raced', 'Two Words');
    const line = `POST ${path}/tag-labels/run`;
    const answers = await Promise.all([app.request(line), app.request(line), app.request(line)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 400, 400]);
    expect((await finished(app, 'tag-labels')).status).toEqual({ state: 'normalized', ...idle });
    const started = (await eventsOf('tag-labels')).filter(([id]) => id === 'migrationStarted');
    const ended = (await eventsOf('tag-labels')).filter(([id]) => id === 'migrationEnded');
    expect(started.length).toBe(ended.length);
  });

  test('words of an older analysis are stored again, and others are left as they are', async () => {
    const { uid } = await createDocument(app, {
      name: 'indexed',
      properties: { 'dc:title': 'quokka' },
    });
    const words = { title: ['archaic'], description: [], other: [], files: [] };
    const found = async (word: string) => {
      const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:fulltext = '${word}'`);
      const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`);
      return json.entries.length;
    };
    await app.services.database.write((handle) =>
      storeEntry(handle, fulltextEntry(engine, uid, words, 'x'.repeat(22))),
    );
    expect([await found('archaic'), await found('quokka')]).toEqual([1, 0]);
    expect(await findings()).toEqual([
      `warning document_fulltext ${uid}: has words of an older analysis: run the migration fulltext-analysis`,
    ]);
    expect(await probe(app, 'fulltext-analysis')).toBe('outdated');
    const { status } = await app.request(`POST ${path}/fulltext-analysis/run/outdated-to-current`);
    expect(status).toBe(202);
    expect((await finished(app, 'fulltext-analysis')).status).toEqual({
      state: 'current',
      ...idle,
    });
    expect([await found('archaic'), await found('quokka')]).toEqual([0, 1]);
    expect(await findings()).toEqual([]);
  });

  describe('a run', () => {
    /** As if it were running on another node: its job waits for later. */
    const begin = (id: string, step: string) =>
      app.services.database.write(async (handle) => {
        const runId = `run of ${id}`;
        const payload = { migration: id, step, runId };
        const runAtMs = now() + 3_600_000;
        const job = { kind: migrationKind, key: id, payload, runAtMs };
        const jobId = await enqueueJob(handle, job);
        await storeRun(handle, { id, step, runId, jobId });
        return { runId, jobId };
      });
    const step = 'mixed-to-normalized';
    const message = 'Migration: tag-labels already running step: mixed-to-normalized';

    test('is shown with its progress, and is not begun twice', async () => {
      await tagged(app, 'twice', 'Not Normal');
      expect(await probe(app, 'tag-labels')).toBe('mixed');
      const beganMs = now();
      const { runId } = await begin('tag-labels', step);
      const fresh = await read(app, 'tag-labels');
      expect(fresh.status).toEqual({
        ...idle,
        state: 'mixed',
        step,
        startTime: expect.any(Number),
        pingTime: expect.any(Number),
        progressMessage: '',
        progressTotal: -1,
        running: true,
      });
      expect(fresh.status.startTime).toBeGreaterThanOrEqual(beganMs);
      expect(fresh.steps).toEqual([]);
      const progress = { progress_message: 'Migrating content', progress_total: 9, added: 4 };
      await app.services.database.write((handle) => storeProgress(handle, runId, progress));
      const { status } = await read(app, 'tag-labels');
      expect(status).toMatchObject({
        progressMessage: 'Migrating content',
        progressNum: 4,
        progressTotal: 9,
      });
      for (const rest of ['run', `run/${step}`]) {
        const refused = await app.request(`POST ${path}/tag-labels/${rest}`);
        expect([refused.status, refused.json.message]).toEqual([400, message]);
      }
      expect(await probe(app, 'tag-labels')).toBe('mixed');
      expect((await read(app, 'tag-labels')).status.running).toBe(true);
    });

    test('that shows no sign of life for five minutes is begun again', async () => {
      await pingAt(now() - 5 * 60_000 - 1);
      expect((await run(app, 'tag-labels')).status).toEqual({ state: 'normalized', ...idle });
    });

    test('whose job has failed or is gone has failed', async () => {
      const { jobId } = await begin('tag-labels', step);
      await failJob(jobId);
      const { status: failed } = await read(app, 'tag-labels');
      expect(failed).toEqual({
        ...idle,
        state: 'normalized',
        errorMessage: 'too often',
        errorCode: 500,
      });
      const { database } = app.services;
      await database.write((handle) => handle.run(handle.builder.deleteFrom('job')));
      const { status: gone } = await read(app, 'tag-labels');
      expect([gone.running, gone.errorMessage]).toEqual([false, 'the job of the run was removed']);
      expect(await probe(app, 'tag-labels')).toBe('normalized');
      expect((await read(app, 'tag-labels')).status).toEqual({ state: 'normalized', ...idle });
    });

    test('goes on after the last slice that is stored', async () => {
      const done = await tagged(app, 'done before', 'Left Alone');
      const later = await tagged(app, 'later', 'Not Yet');
      await probe(app, 'tag-labels');
      const { runId } = await begin('tag-labels', step);
      const position = JSON.stringify({ next: done.uid, failed: 0, firstFailure: '' });
      await app.services.database.write(async (handle) => {
        await storeProgress(handle, runId, { position, progress_total: 2, added: 1 });
        const payload = { migration: 'tag-labels', step, runId };
        await enqueueJob(handle, { kind: migrationKind, key: 'tag-labels', payload });
      });
      expect((await finished(app, 'tag-labels')).status.state).toBe('normalized');
      const tagsOf = async (uid: string) => {
        const { json } = await app.request(`GET /api/v1/id/${uid}`);
        return json.properties['nxtag:tags'].map(({ label }: { label: string }) => label);
      };
      expect(await tagsOf(later.uid)).toEqual(['notyet']);
      expect(await tagsOf(done.uid)).toEqual(['Left Alone']);
      expect(await probe(app, 'tag-labels')).toBe('mixed');
      expect((await run(app, 'tag-labels')).status.state).toBe('normalized');
      expect(await tagsOf(done.uid)).toEqual(['leftalone']);
    });
  });

  test('a row that no run would end is found by the check of the store', async () => {
    await vandal.set('content_migration', { id: 'tag-labels' }, { step: 'x', position: '{' });
    expect(await findings()).toEqual([
      'error content_migration tag-labels: runs in part only',
      'error content_migration tag-labels: has a position that is not JSON',
    ]);
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
});

describe('the migration of words without full text', () => {
  test('has nothing to run', async () => {
    const app = await startTestApp('sqlite', { fulltextEnabled: false });
    try {
      expect(await probe(app, 'fulltext-analysis')).toBe('disabled');
      for (const rest of ['run', 'run/outdated-to-current']) {
        const { status, json } = await app.request(`POST ${path}/fulltext-analysis/${rest}`);
        expect([status, json.message]).toEqual([400, expect.stringMatching(/disabled$/)]);
      }
    } finally {
      await app.close();
    }
  });
});

describe.each(engines)('the migration of digests on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
  beforeAll(async () => {
    folder = await makeFolder();
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  });
  afterAll(async () => {
    await postgres?.drop();
    await folder.remove();
  });

  const start = (digestAlgorithm: string) =>
    startTestApp(engine, { data: folder.path, databaseUrl: postgres?.url, digestAlgorithm });
  const attach = async (app: TestApp, name: string, text: string): Promise<string> => {
    const { json: batch } = await app.request('POST /api/v1/upload');
    await app.request(`POST /api/v1/upload/${batch.batchId}/0`, {
      body: Buffer.from(text),
      headers: { 'X-File-Name': 'a.txt', 'content-type': 'text/plain' },
    });
    const content = { 'upload-batch': batch.batchId, 'upload-fileId': '0' };
    return (await createDocument(app, { name, properties: { 'file:content': content } })).uid;
  };
  const digestOf = async (app: TestApp, uid: string) => {
    const { json } = await app.request(`GET /api/v1/id/${uid}`);
    const { digest, digestAlgorithm } = json.properties['file:content'];
    return [digestAlgorithm, digest];
  };
  const md5OfHello = '5d41402abc4b2a76b9719d911017c592';

  test('gives files, versions too, the digest of the configured algorithm', async () => {
    const first = await start('SHA-256');
    const uid = await attach(first, 'hello', 'hello');
    const versioned = await first.request(`PUT /api/v1/id/${uid}`, {
      headers: { 'X-Versioning-Option': 'MINOR' },
      body: { 'entity-type': 'document', properties: { 'dc:title': 'x' } },
    });
    expect(versioned.status).toBe(200);
    const before = await digestOf(first, uid);
    expect(before[0]).toBe('SHA-256');
    expect((await read(first, 'blob-digests')).status.state).toBe('uniform');
    await first.close();

    const app = await start('MD5');
    try {
      expect(await digestOf(app, uid)).toEqual(before);
      expect(await probe(app, 'blob-digests')).toBe('mixed');
      expect((await run(app, 'blob-digests')).status).toEqual({ state: 'uniform', ...idle });
      expect(await digestOf(app, uid)).toEqual(['MD5', md5OfHello]);
      const query = encodeURIComponent('SELECT * FROM Document WHERE ecm:isVersion = 1');
      const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`);
      expect(json.entries).toHaveLength(1);
      expect(await digestOf(app, json.entries[0].uid)).toEqual(['MD5', md5OfHello]);
      const { database, blobs, repository } = app.services;
      expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    } finally {
      await app.close();
    }
  });

  test('and others of a store without them begin with the states that may need a step', async () => {
    const first = await start('SHA-256');
    await attach(first, 'before', 'content before the update');
    await first.services.database.migrate((handle) =>
      handle.script(`DROP TABLE content_migration;
        DROP INDEX document_fulltext_outdated;
        UPDATE document_fulltext SET digest = substr(digest, 3);
        DELETE FROM schema_revision WHERE id = 18;`),
    );
    await first.close();

    const app = await start('SHA-256');
    try {
      const { json } = await app.request(`GET ${path}`);
      const entries: readonly { id: string; status: { state: string } }[] = json.entries;
      expect(entries.map(({ id, status }) => [id, status.state])).toEqual([
        ['blob-digests', 'mixed'],
        ['blob-keys-migration', 'populated'],
        ['fulltext-analysis', 'outdated'],
        ['tag-labels', 'mixed'],
        ['trash-storage', 'property'],
      ]);
      expect(await probe(app, 'tag-labels')).toBe('normalized');
      expect(await probe(app, 'fulltext-analysis')).toBe('outdated');
      expect((await run(app, 'fulltext-analysis')).status).toEqual({ state: 'current', ...idle });
      const { database, blobs, repository } = app.services;
      expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    } finally {
      await app.close();
    }
  });

  test('says which content could not be read, and does the others', async () => {
    const first = await start('SHA-256');
    const [, lostKey = ''] = await digestOf(first, await attach(first, 'lost', 'lost content'));
    const kept = await attach(first, 'kept', 'hello');
    const other = await attach(first, 'other', 'other content');
    await first.close();

    const app = await start('MD5');
    try {
      const place = join(folder.path, 'blobs');
      await rm(await fileOf(place, lostKey));
      expect(await probe(app, 'blob-digests')).toBe('mixed');
      const ended = await run(app, 'blob-digests');
      expect(ended.status).toEqual({
        ...idle,
        state: 'mixed',
        errorMessage: `the content ${lostKey} is damaged or missing: run cartulary check`,
        errorCode: 500,
      });
      expect(ended.steps).toHaveLength(1);
      expect(await digestOf(app, kept)).toEqual(['MD5', md5OfHello]);
      expect((await digestOf(app, other))[0]).toBe('MD5');
    } finally {
      await app.close();
    }
  });
});

async function fileOf(folder: string, key: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const found = names.find((name) => name.endsWith(key) || name.replaceAll('/', '').endsWith(key));
  if (found === undefined) throw new Error(`no file of ${key}`);
  return join(folder, found);
}
