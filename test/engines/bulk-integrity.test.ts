import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Vandal } from '../support/vandal.ts';

describe.each(engines)('the integrity check of bulk commands on %s tells', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    const query = "SELECT * FROM Document WHERE dc:title = 'nothing'";
    id = (await run(app, 'setProperties', { query })).commandId;
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = (): Promise<readonly string[]> => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };
  const running = { state: 'RUNNING', expires_at: null, completed_at: null };

  test.each([
    [{ state: 'LOST' }, 'is in the unknown state LOST'],
    [{ source: '{' }, 'a source, parameters or a result that are not JSON'],
    [{ result: 'x' }, 'a source, parameters or a result that are not JSON'],
    [{ error_count: 2 }, 'counts more failed or skipped items than processed ones'],
    [{ skip_count: 1 }, 'counts more failed or skipped items than processed ones'],
    [{ expires_at: null }, 'has not the dates of that state'],
    [{ ...running, total: 3, processed: 1 }, 'has 3 items, of which 1 are done and 0 are left'],
    [running, 'has not ended, and no job works on it'],
  ])('%o', async (change, text) => {
    await vandal.set('bulk_command', { id }, change);
    const found = await findings();
    expect(found.filter((finding) => finding.includes(`bulk_command ${id}`)).join()).toContain(
      text,
    );
  });
});
