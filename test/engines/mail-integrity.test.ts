import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { Vandal } from '../support/vandal.ts';

describe.each(engines)('the integrity check of subscriptions and mail on %s tells', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let documentId: string;
  const name = 'Modification';

  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    documentId = (await createDocument(app, { name: 'file' })).uid;
    const call = { input: documentId, params: { notifications: [name] } };
    expect((await callOperation(app, 'Document.Subscribe', call)).status).toBe(200);
    await app.services.database.write(async (handle) => {
      await handle.run(
        handle.builder.insertInto('mail_digest_item').values({
          id: 'item',
          username: 'ann',
          due_at: Number.MAX_SAFE_INTEGER,
          details: '{}',
          created_at: 1,
        }),
      );
    });
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

  test.each([
    [{ subscriber: 'Administrator' }, 'neither user:name nor group:name'],
    [{ name: '' }, 'has no name of a notification'],
    [{ document_id: 'gone' }, 'names the document gone, which does not exist'],
  ])('of a subscription %o', async (change, text) => {
    await vandal.set('subscription', { document_id: documentId }, change);
    expect((await findings()).join()).toContain(text);
  });

  test('of a collected event that cannot be read', async () => {
    await vandal.set('mail_digest_item', { id: 'item' }, { details: '{' });
    expect((await findings()).join()).toContain('has details that are not JSON');
  });
});
