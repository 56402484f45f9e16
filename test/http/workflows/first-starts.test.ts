import { describe, expect, test } from 'vitest';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { instancesOf, startWithWorkflows, tryStart } from '../../support/workflows.ts';

describe.each(engines)('the first workflows of a store on %s', (engine) => {
  test('several that start at once make the folders of the day once', async () => {
    const app = await startWithWorkflows(engine);
    try {
      const names = ['a', 'b', 'c', 'd'];
      const documents = await Promise.all(names.map((name) => createDocument(app, { name })));
      const started = await Promise.all(
        documents.map(({ uid }) => tryStart(app, 'SerialDocumentReview', [uid])),
      );
      expect(started.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const parents = new Set<string>();
      for (const { id } of await instancesOf(app)) {
        const { json } = await app.request(`GET /api/v1/id/${id}`, {
          headers: { properties: '*' },
        });
        parents.add(json.path.replace(/\/[^/]+$/, ''));
        const model = await app.request(`GET /api/v1/id/${json.properties['docri:modelId']}`);
        expect(model.json.title).toBe('wf.serialDocumentReview.SerialDocumentReview');
      }
      expect(parents.size).toBe(1);
    } finally {
      await app.close();
    }
  });
});
