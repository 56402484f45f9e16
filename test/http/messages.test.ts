import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { postDocument } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';

describe('a refusal', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let app: TestApp;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    const model = {
      schemas: {
        strict: {
          prefix: 'st',
          fields: {
            colour: { type: 'string', enumeration: ['red', 'green'] },
            code: { type: 'string', pattern: '[A-Z]+' },
          },
        },
      },
      types: { Strict: { schemas: ['dublincore', 'strict'] } },
    };
    await writeFile(path, JSON.stringify(model));
    app = await startTestApp('sqlite', { contentModelFiles: [path] });
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const strict = { name: 's', type: 'Strict', properties: { 'st:colour': 'blue', 'st:code': 'a' } };

  test('names every broken constraint with what it allows', async () => {
    const { status, json } = await postDocument(app, strict);
    expect(status).toBe(422);
    expect(json.message).toMatch(
      /^2 constraint violation\(s\) thrown\. First one thrown on property/,
    );
    expect(json.message).toContain(
      "st:colour: 'The value 'blue' does not satisfy EnumConstraint (Values: red, green)'",
    );
    expect(json.message).toContain(
      "st:code: 'The value 'a' does not satisfy PatternConstraint (Pattern: [A-Z]+)'",
    );
  });

  test('in the report has the same words for each', async () => {
    const body = { 'entity-type': 'document', ...strict };
    const headers = { accept: 'application/json' };
    const line = 'POST /api/v1/path/default-domain/workspaces';
    const { status, json } = await app.request(line, { headers, body });
    expect([status, json.number]).toEqual([422, 2]);
    expect(json.violations.map(({ message }: { message: string }) => message).sort()).toEqual([
      "The value 'a' does not satisfy PatternConstraint (Pattern: [A-Z]+)",
      "The value 'blue' does not satisfy EnumConstraint (Values: red, green)",
    ]);
  });

  test('names every property that cannot be read, and that no schema has', async () => {
    const wrong = { 'dc:title': ['a'], 'dc:created': 'soon', 'dc:subjects': 'art' };
    const unreadable = await postDocument(app, { name: 'u', type: 'File', properties: wrong });
    expect(unreadable.status).toBe(400);
    for (const name of Object.keys(wrong)) {
      expect(unreadable.json.message).toContain(`Unable to deserialize property: ${name}`);
    }
    const unknown = { 'dc:colour': 'x', nothing: 1 };
    const refused = await postDocument(app, { name: 'u', type: 'File', properties: unknown });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'Unknown properties: dc:colour, nothing; no schema defines them, use prefix:name',
    ]);
  });

  test.each([
    [
      'GET /api/v1/path/default-domain/none',
      'There is no document at the path /default-domain/none',
    ],
    ['GET /api/v1/id/none', 'There is no document with the id none'],
    ['PUT /api/v1/path/none', 'There is no document at the path /none'],
    ['DELETE /api/v1/id/none', 'There is no document with the id none'],
    ['GET /api/v1/search/saved/none', 'There is no document with the id none'],
    [
      'GET /nothing/here',
      'There is nothing at /nuxeo/nothing/here: the API is below /nuxeo/api/v1 and /nuxeo/site/automation',
    ],
  ])('of %s says what is not there', async (line, message) => {
    const body = line.startsWith('PUT') ? { 'entity-type': 'document', properties: {} } : undefined;
    const { status, json } = await app.request(line, { ...(body && { body }) });
    expect([status, json.message]).toEqual([404, message]);
  });

  test('outside the context path says where the API is', async () => {
    const { statusCode, payload } = await app.app.inject({ url: '/' });
    expect([statusCode, JSON.parse(payload).message]).toEqual([
      404,
      'There is nothing at /: the API is below /nuxeo/api/v1 and /nuxeo/site/automation',
    ]);
  });
});
