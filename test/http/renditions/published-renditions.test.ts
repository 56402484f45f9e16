import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const ann = { user: 'ann', password: 'ann' };

describe.each(engines)('published renditions on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const section = (name: string) => createDocument(app, { name, type: 'Folder' });
  const file = (name: string, data = name) => {
    const properties = { 'dc:title': name, 'file:content': { name: `${name}.txt`, data } };
    return createDocument(app, { name, properties });
  };
  const publish = (input: string, target: string, params = {}, options = {}) =>
    callOperation(app, 'Document.PublishToSection', {
      input,
      params: { target, ...params },
      headers: { properties: '*' },
      ...options,
    });
  const get = async (id: string) =>
    (await app.request(`GET /api/v1/id/${id}`, { headers: { properties: '*' } })).json;
  const versionsOf = async (id: string) => {
    const { json } = await callOperation(app, 'Document.GetVersions', { input: id });
    return json.entries.map(({ uid }: { uid: string }) => uid);
  };
  const xml = { renditionName: 'xmlExport' };

  test('are documents with the rendition as their file, shown by a proxy', async () => {
    const [{ uid }, target] = [await file('report'), await section('reports')];
    const published = await publish(uid, target.uid, xml);
    expect(published.status, published.text).toBe(200);
    const { json: proxy } = published;
    expect(proxy).toMatchObject({ isProxy: true, title: 'report', parentRef: target.uid });
    expect(proxy.facets).toContain('Rendition');
    const [version] = await versionsOf(uid);
    expect(proxy.properties).toMatchObject({
      'file:content': { name: 'document.xml', 'mime-type': 'text/xml' },
      'rend:renditionName': 'xmlExport',
      'rend:sourceId': version,
      'rend:sourceVersionableId': uid,
      'dc:issued': expect.any(String),
    });
    const content = await app.request(`GET /api/v1/id/${proxy.uid}/@blob/file:content`);
    expect(content.text).toContain('<document');
    const source = await callOperation(app, 'Proxy.GetSourceDocument', { input: proxy.uid });
    expect(source.json.uid).toBe(uid);
    expect((await get(uid)).properties['file:content'].name).toBe('report.txt');
  });

  test('are used again, are no versions of the document, and follow its changes', async () => {
    const [{ uid }, target] = [await file('again'), await section('again here')];
    const { json: first } = await publish(uid, target.uid, xml);
    const { json: second } = await publish(uid, (await section('again there')).uid, xml);
    expect(second.proxyTargetId).toBe(first.proxyTargetId);
    expect(await versionsOf(uid)).toHaveLength(1);
    const other = await publish(uid, target.uid, { renditionName: 'mainBlob' });
    expect(other.json.uid).toBe(first.uid);
    expect(other.json.proxyTargetId).not.toBe(first.proxyTargetId);
    expect(other.json.properties['file:content'].name).toBe('again.txt');
    const plain = await publish(uid, target.uid);
    expect(plain.json.facets).not.toContain('Rendition');
    const change = { 'entity-type': 'document', uid, properties: { 'dc:title': 'new' } };
    await app.request(`PUT /api/v1/id/${uid}`, { body: change });
    const newer = await publish(uid, target.uid, xml);
    expect(newer.json.title).toBe('new');
    expect(newer.json.proxyTargetId).not.toBe(first.proxyTargetId);
    expect(await versionsOf(uid)).toHaveLength(2);
    const headers = { 'enrichers.document': 'publications' };
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
    expect(json.contextParameters.publications.resultCount).toBe(2);
    expect((await callOperation(app, 'Document.UnpublishAll', { input: uid })).status).toBe(204);
    const restored = await callOperation(app, 'Document.RestoreVersion', {
      input: first.proxyTargetId,
    });
    expect(restored.status).toBe(400);
    const [older, latest] = await versionsOf(uid);
    await callOperation(app, 'Document.RestoreVersion', { input: older });
    expect((await app.request(`DELETE /api/v1/id/${latest}`)).status).toBe(204);
    expect([await versionsOf(uid), (await get(older)).isLatestVersion]).toEqual([[older], true]);
  });

  test('of the default kind are the main file of a picture', async () => {
    const properties = { 'file:content': { name: 'sea.jpg', data: 'sea' } };
    const { uid } = await createDocument(app, { name: 'sea', type: 'Picture', properties });
    const target = await section('pictures');
    const params = { defaultRendition: true };
    const { status, json } = await publish(uid, target.uid, params);
    expect([status, json.type]).toEqual([200, 'Picture']);
    expect(json.properties).toMatchObject({
      'rend:renditionName': 'mainBlob',
      'file:content': { name: 'sea.jpg' },
    });
  });

  test('are refused where there is none, or without rights, and nothing is stored', async () => {
    const [{ uid }, target] = [await file('refused'), await section('refused here')];
    const empty = await createDocument(app, { name: 'without a file' });
    const hidden = await file('hidden');
    await setAcl(app, hidden.uid, [denyAll]);
    const before = await dumpStore(app.services.database);
    const unknown = await publish(uid, target.uid, { renditionName: 'no such' });
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining('No rendition is named no such'),
    ]);
    const none = await publish(empty.uid, target.uid, { renditionName: 'mainBlob' });
    expect([none.status, none.text]).toEqual([
      404,
      expect.stringContaining("No Blob was found for rendition 'mainBlob'"),
    ]);
    expect((await publish(hidden.uid, target.uid, xml, ann)).status).toBe(403);
    expect((await publish(uid, target.uid, xml, ann)).status).toBe(403);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('have the rights of their document, and end with it', async () => {
    const [{ uid }, target] = [await file('mine'), await section('mine here')];
    const { json } = await publish(uid, target.uid, xml);
    const read = () => app.request(`GET /api/v1/id/${json.proxyTargetId}`, ann);
    expect((await read()).status).toBe(200);
    await setAcl(app, uid, [denyAll]);
    expect((await read()).status).toBe(403);
    await callOperation(app, 'Document.UnpublishAll', { input: uid });
    await app.request(`DELETE /api/v1/id/${uid}`);
    expect((await app.request(`GET /api/v1/id/${json.proxyTargetId}`)).status).toBe(404);
  });
});
