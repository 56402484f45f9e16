import { now } from '../../src/base/clock.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import { unbuiltRoutes } from '../../src/http/routes/unbuilt.ts';
import { webApplicationRoutes } from '../../src/http/routes/web-applications.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { grantClient } from '../support/oauth2-grants.ts';
import { must, type Site, type TestDocument, vaultMark } from './site.ts';
import type { Call, CallMaker, Row } from './walk.ts';

/** Of a web application that the server has. */
export const applicationPath = '/ui';

const roots = { api: '/api/v1', automation: '/api/v1/automation', base: '' } as const;

const entity = (type: string, fields: object) => ({ 'entity-type': type, ...fields });
const retitled = { body: entity('document', { properties: { 'dc:description': 'changed' } }) };
const child = () => ({ body: entity('document', { name: `child-${next()}`, type: 'Note' }) });
const upload = {
  body: multipartBody([
    { head: 'Content-Disposition: form-data; name="f"; filename="b.txt"', content: 'new' },
  ]),
  headers: { 'content-type': multipartType.replace('related', 'form-data') },
};
const noParams = { body: { params: {} } };
const form = (fields: Readonly<Record<string, string>>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

let count = 0;
/** For names of which there may be one. */
function next(): string {
  count += 1;
  return `walk-${count}`;
}

const pathOf = ({ path }: TestDocument) => `/api/v1/path${path}`;
const idOf = ({ uid }: TestDocument) => `/api/v1/id/${uid}`;
/** Without a target: what the line says. */
const plain: CallMaker = () => ({ line: '' });
const at =
  (path: string, options: Call['options'] = {}): CallMaker =>
  () => ({ line: path, options });

/** Query that finds the documents of both folders. */
const query = encodeURIComponent(
  `SELECT * FROM Document WHERE dc:title LIKE 'walnut%' OR dc:title LIKE '${vaultMark}%'`,
);

async function openBatch({ app }: Site): Promise<string> {
  const { json } = await must(app.request('POST /api/v1/upload'));
  await must(
    app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: Buffer.from(`${vaultMark} upload`),
      headers: { 'content-type': 'text/plain', 'X-File-Name': 'u.txt' },
    }),
  );
  return json.batchId;
}

const inBatch =
  (rest: string, options?: Call['options']): CallMaker =>
  async (_site, { desk }) => ({
    line: `/api/v1/upload/${await openBatch(desk)}${rest}`,
    ...(options && { options }),
  });

async function startExecution({ app, vault }: { app: Site['app']; vault: Site }): Promise<string> {
  const line = 'POST /api/v1/automation/Document.Fetch/@async';
  const response = await must(app.request(line, { body: { params: { value: vault.file.uid } } }));
  const path = new URL(String(response.headers.location)).pathname.replace('/nuxeo', '');
  await untilDone(async () => (await app.request(`GET ${path}`)).status === 303);
  return path.replace(/\/status$/, '');
}

async function scheduleConversion(site: Site): Promise<string> {
  const line = `POST ${idOf(site.file)}/@convert?type=text/html&async=true`;
  const { conversionId } = (await must(site.app.request(line))).json;
  await untilDone(async () => {
    const { json } = await site.app.request(`GET /api/v1/conversions/${conversionId}/poll`);
    return json.status === 'completed';
  });
  return conversionId;
}

async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const userPassword = 'a long password';
const ownFactor = '/api/v1/me/second-factor';

async function createUser({ app }: Site, groups: readonly string[] = []): Promise<string> {
  const username = next();
  const properties = { username, password: userPassword, groups };
  await must(app.request('POST /api/v1/user', { body: entity('user', { properties }) }));
  return username;
}

async function createUserWithFactor(site: Site): Promise<string> {
  const user = await createUser(site);
  const password = userPassword;
  const begin = { user, password, body: { password } };
  await must(site.app.request(`POST ${ownFactor}`, begin));
  return user;
}

async function createGroup({ app }: Site): Promise<string> {
  const groupname = next();
  const body = entity('group', { groupname, memberUsers: ['bystander'] });
  await must(app.request('POST /api/v1/group', { body }));
  return groupname;
}

async function createClient({ app }: Site): Promise<string> {
  const id = next();
  const redirectURIs = ['https://example.org/back'];
  const body = entity('oauth2Client', { id, name: id, redirectURIs, isEnabled: true });
  await must(app.request('POST /api/v1/oauth2/client', { body }));
  return id;
}

const provider = (fields: object) => entity('nuxeoOAuth2ServiceProvider', fields);

/** Answers that have its secret show the mark. */
async function createProvider({ app }: Site): Promise<string> {
  const serviceName = next();
  const body = provider({ serviceName, clientSecret: `${vaultMark} secret` });
  await must(app.request('POST /api/v1/oauth2/provider', { body }));
  return serviceName;
}

async function createEntry({ app }: Site, directory: string): Promise<string> {
  const id = next();
  const properties = directory === 'nature' ? { id, label: id } : { name: `${vaultMark} client` };
  const body = entity('directoryEntry', { properties });
  const made = await must(app.request(`POST /api/v1/directory/${directory}`, { body }));
  return made.json.id;
}

const enqueue = ({ app }: Site): Promise<string> =>
  app.services.database.write((handle) =>
    enqueueJob(handle, { kind: 'walk', payload: {}, runAtMs: now() + 3_600_000 }),
  );

const onFile =
  (rest = '', options?: Call['options']): CallMaker =>
  (site) => ({ line: idOf(site.file) + rest, ...(options && { options }) });
const onNew =
  (rest = '', options?: Call['options'], type?: string): CallMaker =>
  async (site) => ({ line: idOf(await site.create(type)) + rest, ...(options && { options }) });
const onReview =
  (make: (review: Awaited<ReturnType<Site['startReview']>>) => Call): CallMaker =>
  async (site) =>
    make(await site.startReview());
const onComment =
  (adapter: 'comment' | 'annotation', body?: object): CallMaker =>
  async (site) => {
    const { on, id } = await site.createComment(adapter);
    return {
      line: `${idOf(on)}/@${adapter}/${id}`,
      ...(body && { options: { body: entity(adapter, { ...body, parentId: on.uid }) } }),
    };
  };
const annotation = { text: 'remark', xpath: 'file:content', entityId: 'e', entity: '<x/>' };
const review = (uid: string) => ({
  body: entity('workflow', {
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [uid],
  }),
});
const task = { body: entity('task', { variables: { participants: ['bystander'] } }) };

/** Methods of adapters on a document. */
const adapterCalls: Readonly<Record<string, CallMaker>> = {
  'GET @acl': onFile('/@acl'),
  'GET @annotation': onComment('annotation'),
  'POST @annotation': async (site) => {
    const { uid } = await site.create();
    const body = entity('annotation', { ...annotation, parentId: uid });
    return { line: `/api/v1/id/${uid}/@annotation`, options: { body } };
  },
  'PUT @annotation': onComment('annotation', { ...annotation, text: 'changed' }),
  'DELETE @annotation': onComment('annotation'),
  'GET @audit': onFile('/@audit'),
  'GET @blob': onFile('/@blob/file:content'),
  'PUT @blob': onNew('/@blob/file:content', upload),
  'DELETE @blob': onNew('/@blob/file:content'),
  'GET @children': (site) => ({ line: `${idOf(site.folder)}/@children` }),
  'GET @comment': onComment('comment'),
  'POST @comment': async (site) => {
    const { uid } = await site.create();
    const body = entity('comment', { text: 'remark', parentId: uid });
    return { line: `/api/v1/id/${uid}/@comment`, options: { body } };
  },
  'PUT @comment': onComment('comment', { text: 'changed' }),
  'DELETE @comment': onComment('comment'),
  'GET @convert': onFile('/@blob/file:content/@convert?type=text/html'),
  'POST @convert': onNew('/@convert?type=text/html&async=true'),
  'GET @emptyWithDefault': onFile('/@emptyWithDefault?type=File'),
  'POST @op': onFile('/@op/Document.GetParent', noParams),
  'GET @pp': (site) => ({ line: `${idOf(site.folder)}/@pp/document_content` }),
  'GET @preview': (site) => ({ line: `${idOf(site.note)}/@preview/` }),
  'GET @rendition': onFile('/@rendition/xmlExport'),
  'GET @search': (site) => ({ line: `${idOf(site.folder)}/@search?query=${query}` }),
  'GET @task': onReview(({ on }) => ({ line: `${idOf(on)}/@task` })),
  'PUT @task': onReview(({ on, taskId }) => ({
    line: `${idOf(on)}/@task/${taskId}/start_review`,
    options: task,
  })),
  'GET @workflow': onReview(({ on }) => ({ line: `${idOf(on)}/@workflow` })),
  'POST @workflow': async (site) => {
    const { uid } = await site.create();
    return { line: `/api/v1/id/${uid}/@workflow`, options: review(uid) };
  },
};

const documentCalls: Readonly<Record<string, CallMaker>> = {
  'GET /api/v1/id/:id': onFile(),
  'POST /api/v1/id/:id': (site) => ({ line: idOf(site.folder), options: child() }),
  'PUT /api/v1/id/:id': onNew('', retitled),
  'DELETE /api/v1/id/:id': onNew(),
  'GET /api/v1/path/*': (site) => ({ line: pathOf(site.file) }),
  'POST /api/v1/path/*': (site) => ({ line: pathOf(site.folder), options: child() }),
  'PUT /api/v1/path/*': async (site) => ({ line: pathOf(await site.create()), options: retitled }),
  'DELETE /api/v1/path/*': async (site) => ({ line: pathOf(await site.create()) }),
  'GET /api/v1/bulk;:ids': (site) => ({
    line: `/api/v1/bulk;id=${site.file.uid};id=${site.note.uid}`,
  }),
  'PUT /api/v1/bulk;:ids': async (site) => ({
    line: `/api/v1/bulk;id=${(await site.create()).uid}`,
    options: retitled,
  }),
  'DELETE /api/v1/bulk;:ids': async (site) => ({
    line: `/api/v1/bulk;id=${(await site.create()).uid}`,
  }),
  'GET /nxfile/*': (site) => ({ line: `/nxfile/default/${site.file.uid}/file:content` }),
  'GET /nxdownloadinfo/*': (site) => ({
    line: `/nxdownloadinfo/default/${site.file.uid}/file:content`,
  }),
  'GET /api/v1/automation/files/:id': (site) => ({
    line: `/api/v1/automation/files/${site.file.uid}?path=file:content`,
  }),
};

const searchCalls: Readonly<Record<string, CallMaker>> = {
  'POST /api/v1/search/bulk/:action': at(`/api/v1/search/bulk/setProperties?query=${query}`),
  'POST /api/v1/search/lang/:lang/bulk/:action': at(
    `/api/v1/search/lang/NXQL/bulk/setProperties?query=${query}`,
  ),
  'POST /api/v1/search/pp/:name/bulk/:action': (site) => ({
    line: `/api/v1/search/pp/document_content/bulk/setProperties?queryParams=${site.folder.uid}`,
  }),
  'POST /api/v1/search/saved/:id/bulk/:action': async (site) => ({
    line: `/api/v1/search/saved/${await site.saveSearch()}/bulk/setProperties`,
  }),
  'GET /api/v1/search/saved': async (site) => {
    await site.saveSearch();
    return { line: '/api/v1/search/saved' };
  },
  'POST /api/v1/search/saved': () => ({
    line: '/api/v1/search/saved',
    options: {
      body: entity('savedSearch', { title: next(), pageProviderName: 'default_search' }),
    },
  }),
  'GET /api/v1/search/saved/:id': async (site) => ({
    line: `/api/v1/search/saved/${await site.saveSearch()}`,
  }),
  'PUT /api/v1/search/saved/:id': async (site) => {
    const id = await site.saveSearch();
    const body = entity('savedSearch', { id, title: next(), pageProviderName: 'default_search' });
    return { line: `/api/v1/search/saved/${id}`, options: { body } };
  },
  'DELETE /api/v1/search/saved/:id': async (site) => ({
    line: `/api/v1/search/saved/${await site.saveSearch()}`,
  }),
  'GET /api/v1/search/saved/:id/execute': async (site) => ({
    line: `/api/v1/search/saved/${await site.saveSearch()}/execute`,
  }),
  'GET /api/v1/query': at(`/api/v1/query?query=${query}`),
  'GET /api/v1/query/:name': at(`/api/v1/query/NXQL?query=${query}`),
  'GET /api/v1/search/execute': at(`/api/v1/search/execute?query=${query}`),
  'GET /api/v1/search/lang/:lang/execute': at(`/api/v1/search/lang/NXQL/execute?query=${query}`),
  'GET /api/v1/search/lang/pp/:name': at('/api/v1/search/lang/pp/default_search'),
  'GET /api/v1/search/pp/:name': at('/api/v1/search/pp/default_search'),
  'POST /site/es/:index/_search': (site) => ({
    line: '/site/es/nuxeo/_search',
    options: {
      body: {
        query: { term: { 'ecm:ancestorId': site.folder.uid } },
        aggs: { titles: { terms: { field: 'dc:title' } } },
      },
    },
  }),
  'POST /site/es/:index/:type/_search': at('/site/es/audit/entry/_search', { body: {} }),
  'GET /api/v1/search/pp/:name/execute': (site) => ({
    line: `/api/v1/search/pp/document_content/execute?queryParams=${site.folder.uid}`,
  }),
};

const principalCalls: Readonly<Record<string, CallMaker>> = {
  'POST /api/v1/user': () => ({
    line: '/api/v1/user',
    options: { body: entity('user', { properties: { username: next() } }) },
  }),
  'GET /api/v1/user/search': at('/api/v1/user/search?q=bystander'),
  'GET /api/v1/user/*': at('/api/v1/user/bystander'),
  'PUT /api/v1/user/*': async (_site, { desk }) => {
    const id = await createUser(desk);
    const body = entity('user', { id, properties: { company: 'changed' } });
    return { line: `/api/v1/user/${id}`, options: { body } };
  },
  'POST /api/v1/user/*': async (_site, { desk }) => ({
    line: `/api/v1/user/${await createUser(desk)}/group/members`,
  }),
  'DELETE /api/v1/user/*': async (_site, { desk }) => ({
    line: `/api/v1/user/${await createUser(desk)}`,
  }),
  'POST /api/v1/group': () => ({
    line: '/api/v1/group',
    options: { body: entity('group', { groupname: next() }) },
  }),
  'GET /api/v1/group/search': at('/api/v1/group/search?q=members'),
  'GET /api/v1/group/*': at('/api/v1/group/members'),
  'PUT /api/v1/group/*': async (_site, { desk }) => {
    const groupname = await createGroup(desk);
    const body = entity('group', { groupname, grouplabel: 'changed' });
    return { line: `/api/v1/group/${groupname}`, options: { body } };
  },
  'POST /api/v1/group/*': async (_site, { desk }) => ({
    line: `/api/v1/group/${await createGroup(desk)}/user/Administrator`,
  }),
  'DELETE /api/v1/group/*': async (_site, { desk }) => ({
    line: `/api/v1/group/${await createGroup(desk)}`,
  }),
  'GET /api/v1/directory/:name': at('/api/v1/directory/nature'),
  'POST /api/v1/directory/:name': () => {
    const properties = { id: next(), label: 'new' };
    const body = entity('directoryEntry', { properties });
    return { line: '/api/v1/directory/nature', options: { body } };
  },
  'GET /api/v1/directory/:name/*': async (_site, { desk }) => ({
    line: `/api/v1/directory/oauth2Clients/${await createEntry(desk, 'oauth2Clients')}`,
  }),
  'PUT /api/v1/directory/:name/*': async (_site, { desk }) => {
    const id = await createEntry(desk, 'nature');
    const body = entity('directoryEntry', { id, properties: { id, label: 'changed' } });
    return { line: `/api/v1/directory/nature/${id}`, options: { body } };
  },
  'DELETE /api/v1/directory/:name/*': async (_site, { desk }) => ({
    line: `/api/v1/directory/nature/${await createEntry(desk, 'nature')}`,
  }),
};

const workflowCalls: Readonly<Record<string, CallMaker>> = {
  'POST /api/v1/workflow': async (site) => ({
    line: '/api/v1/workflow',
    options: review((await site.create()).uid),
  }),
  'GET /api/v1/workflow': async (site) => {
    await site.startReview();
    return { line: '/api/v1/workflow' };
  },
  'GET /api/v1/workflow/:workflowId': onReview(({ workflowId }) => ({
    line: `/api/v1/workflow/${workflowId}`,
  })),
  'DELETE /api/v1/workflow/:workflowId': onReview(({ workflowId }) => ({
    line: `/api/v1/workflow/${workflowId}`,
  })),
  'GET /api/v1/workflow/:workflowId/graph': onReview(({ workflowId }) => ({
    line: `/api/v1/workflow/${workflowId}/graph`,
  })),
  'GET /api/v1/workflowModel/:modelName': at('/api/v1/workflowModel/SerialDocumentReview'),
  'GET /api/v1/workflowModel/:modelName/graph': at(
    '/api/v1/workflowModel/SerialDocumentReview/graph',
  ),
  'GET /api/v1/task': async (site) => {
    await site.startReview();
    return { line: '/api/v1/task' };
  },
  'GET /api/v1/task/:taskId': onReview(({ taskId }) => ({ line: `/api/v1/task/${taskId}` })),
  'PUT /api/v1/task/:taskId/reassign': onReview(({ taskId }) => ({
    line: `/api/v1/task/${taskId}/reassign?actors=bystander`,
  })),
  'PUT /api/v1/task/:taskId/delegate': onReview(({ taskId }) => ({
    line: `/api/v1/task/${taskId}/delegate?delegatedActors=bystander`,
  })),
  'PUT /api/v1/task/:taskId/:action': onReview(({ taskId }) => ({
    line: `/api/v1/task/${taskId}/start_review`,
    options: task,
  })),
};

const ofOneClient: CallMaker = async (_site, { desk }) => ({
  line: `/api/v1/oauth2/client/${await createClient(desk)}`,
});
const ofOneProvider =
  (rest = ''): CallMaker =>
  async (_site, { desk }) => ({
    line: `/api/v1/oauth2/provider/${await createProvider(desk)}${rest}`,
  });
/** What the administrator has granted. */
const ofOneGrant: CallMaker = async (_site, { desk }) => {
  const clientId = await createClient(desk);
  await grantClient(desk.app, clientId);
  return { line: `/api/v1/oauth2/token/client/${clientId}/user/Administrator` };
};
/** The users of the walk have their names as passwords. */
const signIn =
  (line: string): CallMaker =>
  (_site, _ground, caller) => ({
    line,
    options: form({ user_name: caller, user_password: caller }),
  });
const device = { deviceId: 'd', deviceDescription: 'x' };

const credentialCalls: Readonly<Record<string, CallMaker>> = {
  'GET /oauth2/authorize': at(
    '/oauth2/authorize?response_type=code&client_id=nuxeo-drive&code_challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&code_challenge_method=S256',
  ),
  'POST /oauth2/authorize_submit': at('/oauth2/authorize_submit'),
  'POST /oauth2/sign_in': at('/oauth2/sign_in'),
  'POST /oauth2/token': at('/oauth2/token'),
  'POST /api/v1/oauth2/client': () => ({
    line: '/api/v1/oauth2/client',
    options: {
      body: entity('oauth2Client', {
        id: next(),
        name: 'client',
        redirectURIs: ['https://example.org/back'],
      }),
    },
  }),
  'GET /api/v1/oauth2/client/:clientId': ofOneClient,
  'PUT /api/v1/oauth2/client/:clientId': async (_site, { desk }) => {
    const id = await createClient(desk);
    const body = entity('oauth2Client', { id, name: 'changed' });
    return { line: `/api/v1/oauth2/client/${id}`, options: { body } };
  },
  'DELETE /api/v1/oauth2/client/:clientId': ofOneClient,
  'GET /api/v1/oauth2/token/:kind': at('/api/v1/oauth2/token/client'),
  'GET /api/v1/oauth2/token/:kind/:id/user/:username': ofOneGrant,
  'PUT /api/v1/oauth2/token/:kind/:id/user/:username': async (...given) => ({
    ...(await ofOneGrant(...given)),
    options: { body: entity('nuxeoOAuth2Token', {}) },
  }),
  'DELETE /api/v1/oauth2/token/:kind/:id/user/:username': ofOneGrant,
  'GET /api/v1/oauth2/provider': async (_site, { desk }) => {
    await createProvider(desk);
    return { line: '/api/v1/oauth2/provider' };
  },
  'POST /api/v1/oauth2/provider': () => ({
    line: '/api/v1/oauth2/provider',
    options: { body: provider({ serviceName: next() }) },
  }),
  'GET /api/v1/oauth2/provider/:provider': ofOneProvider(),
  'PUT /api/v1/oauth2/provider/:provider': async (...given) => ({
    ...(await ofOneProvider()(...given)),
    options: { body: provider({ description: 'changed' }) },
  }),
  'DELETE /api/v1/oauth2/provider/:provider': ofOneProvider(),
  'GET /api/v1/oauth2/provider/:provider/token': ofOneProvider('/token'),
  'GET /authentication/token': at(
    '/authentication/token?applicationName=walk&deviceId=d&deviceDescription=x&permission=rw',
  ),
  'POST /api/v1/token': at('/api/v1/token?application=walk'),
  'DELETE /api/v1/token/:token': async (_site, { app }) => {
    const { text } = await must(app.request('POST /api/v1/token?application=walk'));
    return { line: `/api/v1/token/${text}` };
  },
  'GET /drive_browser_login.jsp': at(`/drive_browser_login.jsp?${new URLSearchParams(device)}`),
  'POST /drive_browser_login.jsp': at('/drive_browser_login.jsp', form(device)),
  'POST /login': signIn('/login'),
  'POST /startup': signIn('/startup'),
  'GET /login/oidc': at('/login/oidc'),
  'GET /login/oidc/:name': at('/login/oidc/none'),
  'GET /login/oidc/:name/callback': at('/login/oidc/none/callback'),
  'POST /api/v1/me/second-factor': (_site, _ground, caller) => ({
    line: ownFactor,
    options: { body: { password: caller } },
  }),
  // With a right code, the calls that follow would need codes.
  'PUT /api/v1/me/second-factor': at(ownFactor, { body: { code: 'wrong' } }),
  'DELETE /api/v1/me/second-factor': at(ownFactor, { body: { code: 'wrong' } }),
  'DELETE /api/v1/management/second-factor/:username': async (_site, { desk }) => ({
    line: `/api/v1/management/second-factor/${await createUserWithFactor(desk)}`,
  }),
  'PUT /api/v1/me/changepassword': (_site, _ground, caller) => ({
    line: '/api/v1/me/changepassword',
    options: { body: { oldPassword: caller, newPassword: caller } },
  }),
};

const uploadCalls: Readonly<Record<string, CallMaker>> = {
  'POST /api/v1/upload/new/:handler': at('/api/v1/upload/new/default'),
  'GET /api/v1/upload/handlers/:name': at('/api/v1/upload/handlers/default'),
  'GET /api/v1/upload/:batchId': inBatch(''),
  'GET /api/v1/upload/:batchId/info': inBatch('/info'),
  'DELETE /api/v1/upload/:batchId': inBatch(''),
  'POST /api/v1/upload/:batchId/:fileIdx': inBatch('/1', {
    body: Buffer.from('more'),
    headers: { 'content-type': 'text/plain', 'X-File-Name': 'm.txt' },
  }),
  'GET /api/v1/upload/:batchId/:fileIdx': inBatch('/0'),
  'DELETE /api/v1/upload/:batchId/:fileIdx': inBatch('/0'),
  'POST /api/v1/upload/:batchId/refreshToken': inBatch('/refreshToken'),
  'POST /api/v1/upload/:batchId/:fileIdx/complete': inBatch('/0/complete', { body: {} }),
  'POST /api/v1/upload/:batchId/execute/:operationId': inBatch('/execute/Blob.CreateZip', noParams),
  'POST /api/v1/upload/:batchId/:fileIdx/execute/:operationId': inBatch(
    '/0/execute/Context.FetchFile',
    noParams,
  ),
};

const ofCommand =
  (path: string): CallMaker =>
  (_site, { commandId }) => ({ line: path.replace('%', commandId) });
const ofExecution =
  (rest = ''): CallMaker =>
  async (_site, ground) => ({ line: (await startExecution(ground)) + rest });
const ofConversion =
  (name: string, rest: string): CallMaker =>
  async (_site, { vault }) => ({
    line: `/api/v1/${name}/${await scheduleConversion(vault)}/${rest}`,
  });

const taskCalls: Readonly<Record<string, CallMaker>> = {
  'GET /api/v1/management/bulk/:commandId': ofCommand('/api/v1/management/bulk/%'),
  'DELETE /api/v1/management/bulk/:commandId': ofCommand('/api/v1/management/bulk/%'),
  'GET /api/v1/bulk/:commandId': ofCommand('/api/v1/bulk/%'),
  'PUT /api/v1/bulk/:commandId/abort': ofCommand('/api/v1/bulk/%/abort'),
  'GET /api/v1/bulk/:commandId/errors': ofCommand('/api/v1/bulk/%/errors'),
  'GET /nxbigblob/:key': ofCommand('/nxbigblob/%'),
  'GET /nxblobstatus/:key': ofCommand('/nxblobstatus/%'),
  'POST /api/v1/management/elasticsearch/:documentId/reindex': (_site, { desk }) => ({
    line: `/api/v1/management/elasticsearch/${desk.file.uid}/reindex`,
  }),
  'POST /api/v1/automation/:operation/@async': at(
    '/api/v1/automation/Repository.SaveSession/@async',
    noParams,
  ),
  'GET /api/v1/automation/:operation/@async/:execution/status': ofExecution('/status'),
  'GET /api/v1/automation/:operation/@async/:execution': ofExecution(),
  'DELETE /api/v1/automation/:operation/@async/:execution': ofExecution(),
  'GET /api/v1/conversions/:conversionId/poll': ofConversion('conversions', 'poll'),
  'GET /api/v1/conversions/:conversionId/result': ofConversion('conversions', 'result'),
  'GET /api/v1/conversion/:conversionId/poll': ofConversion('conversion', 'poll'),
  'GET /api/v1/conversion/:conversionId/result': ofConversion('conversion', 'result'),
  'PUT /api/v1/management/jobs/:jobId/retry': async (_site, { desk }) => ({
    line: `/api/v1/management/jobs/${await enqueue(desk)}/retry`,
  }),
  'DELETE /api/v1/management/jobs/:jobId': async (_site, { desk }) => ({
    line: `/api/v1/management/jobs/${await enqueue(desk)}`,
  }),
  'GET /api/v1/automation/:operation/yaml': at('/api/v1/automation/Document.Fetch/yaml'),
  'GET /api/v1/automation/:operation': at('/api/v1/automation/Document.Fetch'),
  'POST /api/v1/automation/:operation': (site) => ({
    line: '/api/v1/automation/Document.Fetch',
    options: { body: { params: { value: site.file.uid } } },
  }),
};

const migration = '/api/v1/management/migration/tag-labels';

const serverCalls: Readonly<Record<string, CallMaker>> = {
  'GET /api/v1/config/types/:name': at('/api/v1/config/types/File'),
  'GET /api/v1/docType/:name': at('/api/v1/docType/File'),
  'GET /api/v1/config/schemas/:name': at('/api/v1/config/schemas/file'),
  'GET /api/v1/schema/:name': at('/api/v1/schema/file'),
  'GET /api/v1/config/facets/:name': at('/api/v1/config/facets/Folderish'),
  'GET /api/v1/facet/:name': at('/api/v1/facet/Folderish'),
  'GET /api/v1/@emptyWithDefault': at('/api/v1/@emptyWithDefault?type=File'),
  'GET /icons/*': at('/icons/pdf.png'),
  'GET /ui/*': at(`${applicationPath}/index.html`),
  'GET /api/files/:file': at('/api/files/none.js'),
  'GET /app/*': at('/app/icon.svg'),
  'GET /viewer/:edition/*': at('/viewer/none/viewer.mjs'),
  'GET /site/userInvitation/enterpassword/:configurationName/:requestId': at(
    '/site/userInvitation/enterpassword/default/guessed',
  ),
  'GET /site/notifications/unsubscribe/:token': at('/site/notifications/unsubscribe/guessed'),
  'POST /site/notifications/unsubscribe/:token': at('/site/notifications/unsubscribe/guessed'),
  'GET /api/v1/management/migration/:migrationId': at(migration),
  'POST /api/v1/management/migration/:migrationId/probe': at(`${migration}/probe`),
  'POST /api/v1/management/migration/:migrationId/run': at(`${migration}/run`),
  'POST /api/v1/management/migration/:migrationId/run/:stepId': at(
    `${migration}/run/mixed-to-normalized`,
  ),
  'GET /api/v1/management/probes/:probe': at('/api/v1/management/probes/repositoryStatus'),
  'POST /api/v1/management/probes/:probe': at('/api/v1/management/probes/repositoryStatus'),
};

const calls: Readonly<Record<string, CallMaker>> = {
  ...documentCalls,
  ...searchCalls,
  ...principalCalls,
  ...workflowCalls,
  ...credentialCalls,
  ...uploadCalls,
  ...taskCalls,
  ...serverCalls,
};

export const walkedRoutes = [
  ...routes,
  ...webApplicationRoutes({ path: applicationPath, folder: '', policy: '' }),
];

export function lineOf(route: RouteDefinition): string {
  return `${route.method} ${roots[route.root]}${route.path}`;
}

/** The call of a route; a route without parameters in its path needs none here. */
function makerOf(name: string, isUnbuilt: boolean): CallMaker {
  const [method = '', path = ''] = name.split(' ');
  const given = calls[name] ?? (/[:*]/.test(path) ? undefined : plain);
  const make: CallMaker | undefined =
    given ?? (isUnbuilt ? at(path.replace(/:\w+|\*/g, 'something')) : undefined);
  if (!make) throw new Error(`say in test/access/route-calls.ts how ${name} is called`);
  return async (site, ground, caller) => {
    const call = await make(site, ground, caller);
    return { ...call, line: `${method} ${call.line === '' ? path : call.line}` };
  };
}

const personal = new Set([
  'POST /api/v1/me/second-factor',
  'POST /login',
  'POST /startup',
  'PUT /api/v1/me/changepassword',
]);

/** Served by the adapters, each of which has its own rows. */
const hasAdapters = /\/id\/:id\/\*$/;

export function routeRows(): readonly Row[] {
  const ofRoutes = walkedRoutes
    .filter((route) => !hasAdapters.test(route.path))
    .map((route) => {
      const name = lineOf(route);
      const make = makerOf(name, unbuiltRoutes.includes(route));
      return { name, make, isPersonal: personal.has(name) };
    });
  const ofAdapters = adapters.map(({ method, name }) => {
    const make = adapterCalls[`${method} @${name}`];
    if (!make)
      throw new Error(`say in test/access/route-calls.ts how ${method} @${name} is called`);
    const called: CallMaker = async (...given) => {
      const call = await make(...given);
      return { ...call, line: `${method} ${call.line}` };
    };
    return { name: `${method} /api/v1/id/:id/@${name}`, make: called };
  });
  return [...ofRoutes, ...ofAdapters];
}
