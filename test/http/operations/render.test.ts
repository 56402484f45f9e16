import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import { listedFiles } from '../../support/operation-files.ts';
import { denyAll, setAcl } from '../../support/security.ts';

describe.each(engines)('rendering documents on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  let input: string;
  let list: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'rendering');
    const [one, two] = await Promise.all(
      ['one & 1', 'zwei'].map((title) =>
        createDocument(app, {
          parent: place.writable.uid,
          name: title,
          properties: { 'dc:title': title, 'dc:subjects': ['art', 'society'] },
        }),
      ),
    );
    input = one.uid;
    list = `docs:${one.uid},${two.uid}`;
  });
  afterAll(() => app.close());

  const render = (given: string, params: object, id = 'Render.Document') =>
    place.call(id, { input: given, params, user: 'bob' });

  test('makes a text of a document by a template', async () => {
    const template = `<p>\${Document["dc:title"]?xml}<#list Document["dc:subjects"] as it> \${it}</#list></p>`;
    const response = await render(input, { template });
    expect([response.status, response.text]).toEqual([200, '<p>one &amp; 1 art society</p>']);
    expect(response.headers['content-type']).toMatch(/^text\/xml/);
    expect(response.headers['content-disposition']).toBe('attachment; filename=output.ftl');
  });

  test('takes a name, a type and the other language', async () => {
    const params = { template: '@{This.title}!', type: 'mvel', filename: 'a.txt' };
    const response = await render(input, { ...params, mimetype: 'text/plain' });
    expect(response.text).toBe('one & 1!');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.headers['content-disposition']).toBe('attachment; filename=a.txt');
  });

  test('makes a file of each document of a list, or one of all of them', async () => {
    const each = await render(list, { template: `\${This.title}` });
    expect(listedFiles(each).map(([, text]) => text)).toEqual(['one & 1', 'zwei']);
    const template = `<#list This as it>\${it.title}; </#list>`;
    const feed = await render(list, { template, charset: 'UTF-8' }, 'Render.DocumentFeed');
    expect([feed.status, feed.text]).toEqual([200, 'one & 1; zwei; ']);
  });

  test.each([
    [{}, 'template'],
    [{ template: '\n<#assign a = 1>' }, 'line 2: <#assign> is not supported'],
    [{ template: '\n@if{true}', type: 'mvel' }, 'line 2: @if{ is not supported'],
    [{ template: 'template:letter' }, 'no template is registered under the name letter'],
    [{ template: 'a', type: 'xslt' }, 'type: xslt'],
    [{ template: 'a', filename: [] }, 'filename'],
  ])('refuses %j', async (params, named) => {
    const refused = await render(input, params);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(named)]);
  });

  test('refuses unknown character sets, and documents that the caller may not read', async () => {
    const params = { template: 'a', charset: 'x-none' };
    const refused = await render(list, params, 'Render.DocumentFeed');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('charset')]);
    const { uid } = await place.create('secret');
    await setAcl(app, uid, [denyAll]);
    expect((await render(uid, { template: 'a' })).status).toBe(403);
  });
});
