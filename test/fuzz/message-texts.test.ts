import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';

const objects: readonly unknown[] = [{ a: { b: 1 } }, [{ a: 1 }], [[]], { toString: 'x' }];
/** Texts that result when an unset value or an object is put into a message. */
const misprints = /\[object |undefined|NaN\b|function |=> /;

let app: TestApp;
let uid: string;
beforeAll(async () => {
  app = await startTestApp('sqlite');
  ({ uid } = await createDocument(app, { name: 'target', type: 'File' }));
});
afterAll(() => app.close());

interface Found {
  readonly request: string;
  readonly text: string;
}

async function misprintsOf(requests: Iterable<readonly [string, unknown]>): Promise<Found[]> {
  const found: Found[] = [];
  for (const [line, body] of requests) {
    const { status, text } = await app.request(line, { body });
    const isFault = status === 500 && text.includes('Internal Server Error');
    if (isFault || (status >= 400 && misprints.test(text))) {
      found.push({ request: `${line} ${JSON.stringify(body)}`, text });
    }
  }
  return found;
}

const bodies: Readonly<Record<string, object>> = {
  'POST /api/v1/path/default-domain/workspaces': {
    'entity-type': 'document',
    name: 'n',
    type: 'File',
    properties: {},
  },
  'PUT /api/v1/path/default-domain/workspaces/target': {
    'entity-type': 'document',
    uid: '',
    changeToken: '',
    properties: {},
  },
  'POST /api/v1/user': { 'entity-type': 'user', id: 'x', properties: {}, extendedGroups: [] },
  'POST /api/v1/group': {
    'entity-type': 'group',
    groupname: 'g',
    grouplabel: 'g',
    memberUsers: [],
    memberGroups: [],
    properties: {},
  },
  'POST /api/v1/directory/country': {
    'entity-type': 'directoryEntry',
    directoryName: 'country',
    properties: { id: 'x', label: 'x', obsolete: 0, ordering: 0 },
  },
  'PUT /api/v1/me/changepassword': { oldPassword: 'x', newPassword: 'y' },
  'POST /api/v1/search/saved': {
    'entity-type': 'savedSearch',
    title: 't',
    queryParams: '',
    query: 'SELECT * FROM Document',
    params: {},
  },
};

test('no refusal of an entity shows an object as [object Object]', async () => {
  const requests: (readonly [string, unknown])[] = [];
  for (const [line, body] of Object.entries(bodies)) {
    for (const value of objects) {
      for (const key of Object.keys(body)) requests.push([line, { ...body, [key]: value }]);
      const { properties = {} } = body as { properties?: object };
      const names = ['dc:title', 'dc:subjects', 'dc:created', 'dc:nothing', 'file:content'];
      const accounts = ['username', 'groups', 'email', 'password', 'grouplabel', 'id', 'ordering'];
      for (const name of [...names, ...accounts]) {
        requests.push([line, { ...body, properties: { ...properties, [name]: value } }]);
      }
    }
  }
  expect(await misprintsOf(requests)).toEqual([]);
});

test('no refusal of an operation does', async () => {
  const { json } = await app.request('GET /site/automation');
  const requests: (readonly [string, unknown])[] = [];
  for (const { id, params, signature } of json.operations as {
    id: string;
    params: { name: string; type: string; required: boolean }[];
    signature: string[];
  }[]) {
    const input = signature.includes('document') ? { input: uid } : {};
    for (const { name } of params) {
      for (const value of objects.slice(0, 2)) {
        const others = params.filter((param) => param.required && param.name !== name);
        const given = Object.fromEntries(others.map((param) => [param.name, 'x']));
        requests.push([
          `POST /site/automation/${id}`,
          { ...input, params: { ...given, [name]: value } },
        ]);
      }
    }
    for (const value of objects)
      requests.push([`POST /site/automation/${id}`, { input: value, params: {} }]);
    requests.push([`POST /site/automation/${id}`, { params: [{}] }]);
    requests.push([`POST /site/automation/${id}`, { params: {}, context: { a: { b: {} } } }]);
  }
  expect(await misprintsOf(requests)).toEqual([]);
}, 120_000);
