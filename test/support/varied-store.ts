import type { TestApp, TestResponse } from './app.ts';
import { comment } from './comments.ts';
import { createDocument, createUser } from './documents.ts';
import { callOperation, type OperationCall } from './operations.ts';
import { postWorkflow } from './reviews.ts';

async function run(app: TestApp, id: string, call: OperationCall): Promise<void> {
  const response = await callOperation(app, id, call);
  if (response.status >= 300) throw new Error(`${id}: ${response.status} ${response.text}`);
}

/** Values that the engines store in different ways. */
const properties = {
  'dc:title': 'Título \u{1f600} "quoted": \\ , {a: 1, b: [2, 3]}',
  'dc:description': 'a walrus, and another: "walrus"',
  'relatedtext:relatedtextresources': [{ relatedtextid: 'a, b: "c"', relatedtext: ' : , ' }],
  'dc:issued': '1969-12-31T23:59:59.999Z',
  'uid:major_version': '9223372036854775807',
  'file:content': { data: 'the penguins of the file', name: 'first.txt' },
  'files:files': [{ file: { name: 'second.bin', data: 'x'.repeat(70_000) } }],
};

/** Stores some of everything that a store can have; returns the batch of an upload that lacks its last chunk. */
export async function fillVariedStore(app: TestApp): Promise<string> {
  await createUser(app, 'ann', ['members']);
  await createUser(app, 'bob', ['members']);
  const group = { 'entity-type': 'group', groupname: 'readers', memberUsers: ['ann'] };
  await app.request('POST /api/v1/group', { body: group });
  const file = await createDocument(app, { name: 'file', properties });
  const input = file.uid;
  await run(app, 'Document.CreateVersion', { input, params: { increment: 'Major' } });
  await run(app, 'Services.TagDocument', { input, params: { tags: 'seal,albatross' } });
  const params = { users: ['ann'], permission: 'ReadWrite', end: '2100-01-01' };
  await run(app, 'Document.AddPermission', { input, params });
  await run(app, 'Document.Lock', { input });
  await run(app, 'Document.AddToFavorites', { input });
  await comment(app, input, 'a comment on the penguins');
  const note = await createDocument(app, {
    name: 'note',
    type: 'Note',
    properties: { 'dc:title': 'Note', 'note:note': 'sea lions and walruses' },
  });
  const workspace = '/default-domain/workspaces';
  await run(app, 'Document.CreateLiveProxy', {
    input: note.uid,
    params: { 'Destination Path': workspace },
  });
  const trashed = await createDocument(app, { name: 'gone' });
  await run(app, 'Document.Trash', { input: trashed.uid });
  const workflow = { documents: [note.uid], model: 'SerialDocumentReview', variables: {} };
  const started = await postWorkflow(app, workflow, {});
  if (started.status !== 201) throw new Error(`${started.status}: ${started.text}`);
  return startUploads(app);
}

/** A chunk of an upload that is not complete, and a file that no document has yet. */
async function startUploads(app: TestApp): Promise<string> {
  const batch = (await app.request('POST /api/v1/upload')).json.batchId;
  await sendChunk(app, batch, { index: 0, text: 'first' });
  await app.request(`POST /api/v1/upload/${batch}/1`, {
    body: Buffer.from('not attached'),
    headers: { 'content-type': 'application/octet-stream', 'X-File-Name': 'small.txt' },
  });
  return batch;
}

/** One of the two chunks of the upload. */
export function sendChunk(
  app: TestApp,
  batch: string,
  { index, text }: { readonly index: number; readonly text: string },
): Promise<TestResponse> {
  return app.request(`POST /api/v1/upload/${batch}/0`, {
    body: Buffer.from(text),
    headers: {
      'content-type': 'application/octet-stream',
      'X-Upload-Type': 'chunked',
      'X-Upload-Chunk-Index': String(index),
      'X-Upload-Chunk-Count': '2',
      'X-File-Size': '10',
      'X-File-Name': 'big.bin',
    },
  });
}
