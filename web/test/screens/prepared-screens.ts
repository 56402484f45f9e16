import { expect } from 'vitest';
import { addDocument, addFile, change } from '../previews/stored-files.ts';
import { createDocument, runOperation } from '../support/prepared.ts';
import type { Stage } from '../support/stage.ts';

/** The ids of what the screens show. */
export interface Prepared {
  /** A document that has nothing but its title, and one with something on every tab. */
  readonly bare: string;
  readonly full: string;
  readonly emptyCollection: string;
  readonly collection: string;
  readonly task: string;
}

export const rooms = '/default-domain/workspaces';

/** Nothing but folders and a document: screens of an empty store. */
export async function prepareEmpty(stage: Stage): Promise<Pick<Prepared, 'bare'>> {
  await createDocument(stage, rooms, 'Room', 'Workspace');
  await createDocument(stage, rooms, 'Empty room', 'Workspace');
  return { bare: await createDocument(stage, `${rooms}/Room`, 'Bare') };
}

/** Something for each screen. */
export async function prepareFilled(stage: Stage): Promise<Omit<Prepared, 'bare'>> {
  const room = `${rooms}/Room`;
  const full = await addFile(stage.app, room, {
    name: 'Lease.txt',
    type: 'text/plain',
    content: 'The lease begins in May.',
  });
  const attachment = await addFile(stage.app, room, {
    name: 'Plan.txt',
    type: 'text/plain',
    content: 'a plan',
  });
  const { json: plan } = await stage.app.request(`GET /api/v1/id/${attachment}`, {
    headers: { properties: 'file' },
  });
  await change(stage.app, full, { 'files:files': [{ file: plan.properties['file:content'] }] });
  await runOperation(stage, 'Document.CheckIn', { input: full, params: { version: 'minor' } });
  await change(stage.app, full, { 'dc:description': 'Signed by both.' });
  const comment = { 'entity-type': 'comment', text: 'Please check page 3.' };
  await stage.app.request(`POST /api/v1/id/${full}/@comment`, { body: comment });
  await publish(stage, full);
  const task = await startReview(stage, full);
  await runOperation(stage, 'Document.AddToFavorites', { input: full });
  const collection = await newCollection(stage, 'Contracts');
  await runOperation(stage, 'Document.AddToCollection', { input: full, params: { collection } });
  const emptyCollection = await newCollection(stage, 'Nothing yet');
  const trashed = await createDocument(stage, room, 'Thrown away');
  await runOperation(stage, 'Document.Trash', { input: trashed });
  const saved = { title: 'Leases', query: "SELECT * FROM File WHERE dc:title LIKE 'Lease%'" };
  await send(stage, 'POST /api/v1/search/saved', {
    'entity-type': 'savedSearch',
    ...saved,
    queryLanguage: 'NXQL',
  });
  await send(stage, 'POST /api/v1/token?application=Scanner&permission=rw&deviceId=one', undefined);
  return { full, task, collection, emptyCollection };
}

async function send(stage: Stage, line: string, body: unknown) {
  const response = await stage.app.request(line, { body });
  expect(response.status, response.text).toBeLessThan(300);
  return response;
}

async function publish(stage: Stage, uid: string): Promise<void> {
  const section = await addDocument(stage.app, '/default-domain/sections', {
    type: 'Section',
    name: 'news',
    properties: { 'dc:title': 'News' },
  });
  const params = { target: [section] };
  await runOperation(stage, 'Document.PublishToSections', { input: uid, params });
}

async function startReview(stage: Stage, uid: string): Promise<string> {
  await send(stage, 'POST /api/v1/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [uid],
  });
  const { json } = await send(stage, `GET /api/v1/id/${uid}/@task`, undefined);
  return json.entries[0].id;
}

async function newCollection(stage: Stage, name: string): Promise<string> {
  const created = await send(stage, 'POST /site/automation/Collection.Create', {
    params: { name },
  });
  return created.json.uid;
}
