import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';

describe.each(engines)('expressions in parameters on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
  });
  afterAll(async () => {
    await app.close();
  });

  /** The text that the expression gives with the document as input. */
  const resultOf = async (uid: string, expression: string, user = 'Administrator') => {
    const params = { properties: { 'dc:description': '' }, save: false };
    const response = await callOperation(app, 'Document.Update', {
      input: `doc:${uid}`,
      params: { ...params, properties: `expr:dc:description=@{${expression}}` },
      headers: { properties: 'dublincore' },
      user,
    });
    return response.status === 200
      ? response.json.properties['dc:description']
      : `${response.status}: ${response.json.message}`;
  };

  test.each([
    ['Document["dc:title"]', 'The title'],
    ['Document.title + "!"', 'The title!'],
    ['This.path', '/default-domain/workspaces/parent/child'],
    ['Document.parent.name', 'parent'],
    ['Document.domain.title', 'Domain'],
    ['Document.type', 'File'],
    ['Document.isFolder() ? "folder" : "file"', 'file'],
    ['Document.hasFacet("Versionable")', 'true'],
    ['Document["file:content"].filename', 'a.txt'],
    ['Document["dc:created"].format("yyyy") == CurrentDate.format("yyyy")', 'true'],
    ['Document["dc:contributors"][0]', 'Administrator'],
    ['CurrentUser.name', 'Administrator'],
    ['CurrentUser["firstName"] == empty', 'true'],
    ['Fn.htmlEscape("<b>")', '&lt;b&gt;'],
    ['Fn.getPrincipal("bob").name', 'bob'],
    ['Fn.documentExists("/default-domain")', 'true'],
    ['Fn.documentExists("/nothing")', 'false'],
    ['Fn.documentExists("")', 'false'],
    ['Fn.documentExists(" ")', 'false'],
    ['ChainParameters["save"]', 'false'],
    ['1 + 2 * 3', '7'],
  ])('%s is %s', async (expression, expected) => {
    const uid = await childId();
    expect(await resultOf(uid, expression)).toBe(expected);
  });

  let child: Promise<string> | undefined;
  const childId = () => {
    child ??= makeChild();
    return child;
  };

  async function makeChild(): Promise<string> {
    const parent = await createDocument(app, { name: 'parent', type: 'Folder' });
    const properties = {
      'dc:title': 'The title',
      'file:content': { data: 'x', name: 'a.txt' },
    };
    return (await createDocument(app, { parent: parent.uid, name: 'child', properties })).uid;
  }

  test('an expression alone keeps its type, here a document', async () => {
    const uid = await childId();
    const response = await callOperation(app, 'Repository.GetDocument', {
      context: { wanted: uid },
      params: { value: 'expr: wanted' },
    });
    expect(response.json.uid).toBe(uid);
  });

  test('an expression sees no more than the caller may', async () => {
    const parent = await createDocument(app, { name: 'closed', type: 'Folder' });
    const { uid } = await createDocument(app, { parent: parent.uid, name: 'open' });
    await setAcl(app, parent.uid, [denyAll]);
    await setAcl(app, uid, [{ ...denyAll, username: 'bob', granted: true }]);
    expect(await resultOf(uid, 'Document.parent == null', 'bob')).toBe('true');
    expect(await resultOf(uid, `Fn.documentExists("${parent.uid}")`, 'bob')).toBe('false');
  });

  test.each([
    ['Document.constructor', 400],
    ['Session.save()', 400],
    ['Session.connection', 400],
    ['request', 400],
    ['Env["PATH"] == null ? nothing : 1', 400],
    ['1 +', 400],
    ['"a".constructor("return process")()', 400],
  ])('%s is refused', async (expression, status) => {
    const uid = await childId();
    expect(await resultOf(uid, expression)).toMatch(new RegExp(`^${status}: Failed to invoke`));
  });

  test('expressions of the input or the context are texts', async () => {
    const uid = await childId();
    const response = await callOperation(app, 'Document.Update', {
      input: `doc:${uid}`,
      context: { properties: 'dc:description=expr: 1 + 1' },
      headers: { properties: 'dublincore' },
    });
    expect(response.json.properties['dc:description']).toBe('expr: 1 + 1');
  });
});
