import { expect } from 'vitest';
import type { TestApp } from '../../../test/support/app.ts';

interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  /** Of the document; the name of the file by default. */
  readonly title?: string;
  readonly documentType?: string;
}

async function post(app: TestApp, path: string, body: unknown, headers = {}) {
  const response = await app.request(`POST /api/v1${path}`, { body, headers });
  expect(response.status, response.text.slice(0, 500)).toBeLessThan(300);
  return response.json;
}

/** Stores a document in a folder. Returns its id. */
export async function addDocument(
  app: TestApp,
  folder: string,
  { type, name, properties }: { type: string; name: string; properties: Record<string, unknown> },
): Promise<string> {
  const body = { 'entity-type': 'document', type, name, properties };
  return (await post(app, `/path${folder}`, body)).uid;
}

export async function addFolder(app: TestApp, name: string): Promise<string> {
  return addDocument(app, '/', { type: 'Folder', name, properties: { 'dc:title': name } });
}

/** The value of a property for a file that is uploaded. */
async function uploaded(app: TestApp, { name, type, content }: StoredFile) {
  const { batchId } = await post(app, '/upload', undefined);
  await post(app, `/upload/${batchId}/0`, Buffer.from(content), {
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent(name),
    'X-File-Type': type,
  });
  return { 'upload-batch': batchId, 'upload-fileId': '0' };
}

/** Stores a document with a file in a folder. Returns its id. */
export async function addFile(app: TestApp, folder: string, file: StoredFile): Promise<string> {
  const properties = {
    'dc:title': file.title ?? file.name,
    'file:content': await uploaded(app, file),
  };
  return addDocument(app, folder, {
    type: file.documentType ?? 'File',
    name: file.name,
    properties,
  });
}

/** Changes properties of a document; with a file also its main file. */
export async function change(
  app: TestApp,
  uid: string,
  properties: Record<string, unknown>,
  file?: StoredFile,
): Promise<void> {
  const body = {
    'entity-type': 'document',
    uid,
    properties: { ...properties, ...(file && { 'file:content': await uploaded(app, file) }) },
  };
  const { status, text } = await app.request(`PUT /api/v1/id/${uid}`, { body });
  expect(status, text).toBe(200);
}
