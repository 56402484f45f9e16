import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { callOperation } from '../../support/operations.ts';

describe('content that operations answer from memory', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
  });
  afterAll(() => app.close());

  test('says that JSON is JSON, and how long it is', async () => {
    const response = await callOperation(app, 'User.Query', { params: { pattern: 'é' } });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json;charset=UTF-8',
      'content-disposition': 'attachment; filename=file',
      'content-length': String(Buffer.byteLength('{"users":[]}')),
    });
    expect(response.json).toEqual({ users: [] });
  });

  test.each([
    ['text/html', 'text/html;charset=UTF-8'],
    ['text/plain; charset=latin1', 'text/plain;charset=UTF-8'],
    ['text/plain;charset="latin1";format=flowed', 'text/plain;format=flowed;charset=UTF-8'],
  ])('has the type a note says: %j', async (mimeType, expected) => {
    const properties = { 'note:note': 'text é', 'note:mime_type': mimeType };
    const { uid } = await createDocument(app, { name: 'note', type: 'Note', properties });
    const response = await callOperation(app, 'Document.GetBlob', { input: uid });
    expect(response.status, response.text).toBe(200);
    expect(response.text).toBe('text é');
    expect(response.headers['content-type']).toBe(expected);
  });
});
