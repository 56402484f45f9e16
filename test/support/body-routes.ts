import { adapters } from '../../src/http/adapters/index.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import type { TestApp } from './app.ts';
import { createDocument } from './documents.ts';
import { grantClient } from './oauth2-grants.ts';

/** One way to send a body to the server. */
export interface BodyTarget {
  readonly method: string;
  /** Below the context path. */
  readonly path: string;
  /** What the body must be; a file is any bytes, a form has a file in it. */
  readonly kind: 'json' | 'form' | 'file';
  readonly title: string;
}

const roots = { api: '/api/v1', automation: '/api/v1/automation', base: '' } as const;

/**
 * Every route that takes a body, derived from the definitions: a new one is covered by itself, or asks
 * here for what its parameters stand for.
 */
export async function listBodyTargets(app: TestApp): Promise<BodyTarget[]> {
  const document = await createDocument(app, {
    name: 'body',
    properties: { 'file:content': { data: 'x', name: 'x.txt' } },
  });
  const known = await createKnown(app, document);
  const direct = routes
    .filter(
      ({ body, path }) => body !== 'none' && !formRoutes.some((start) => path.startsWith(start)),
    )
    .map((route) => ({
      method: route.method,
      path: roots[route.root] + fill(route, known),
      kind: route.path === '/upload/:batchId/:fileIdx' ? ('file' as const) : ('json' as const),
      title: `${route.method} ${route.path}`,
    }));
  const adapted = adapters
    .filter(
      ({ method, name }) => (method === 'POST' || method === 'PUT') && !formAdapters.has(name),
    )
    .map(({ method, name, argsPattern }) => ({
      method,
      path: `/api/v1/id/${document.uid}/@${name}${argsOf(argsPattern, method, known.idsBelow[name])}`,
      kind: argsPattern === '/:xpath' ? ('form' as const) : ('json' as const),
      title: `${method} @${name}`,
    }));
  return [...direct, ...adapted];
}

/** Their bodies are short forms, with the same parameters as the query. */
const formRoutes = [
  '/drive_browser_login.jsp',
  '/login',
  '/management/',
  '/oauth2/authorize_submit',
  '/oauth2/sign_in',
  '/oauth2/token',
  '/site/userInvitation/',
  '/startup',
  '/token',
];
const formAdapters: ReadonlySet<string> = new Set(['convert']);

/** What follows `@name`. Comments and workflows are created without an id. */
function argsOf(pattern: string, method: string, id = ''): string {
  if (id !== '' && method === 'POST') return '';
  if (pattern === '/:taskId/:action') return `/${id}/${taskAction}`;
  if (id !== '') return `/${id}`;
  return pattern.replace('/:xpath', '/file:content').replace('/:operation', '/Log');
}

/** Of the first task of the serial review. */
const taskAction = 'start_review';

const knownClient = 'body-client';
const knownProvider = 'body-provider';

interface Known {
  /** Of a comment, an annotation or a task, by the name of the adapter. */
  readonly idsBelow: Readonly<Record<string, string>>;
  readonly documentId: string;
  readonly documentPath: string;
  readonly batchId: string;
  readonly searchId: string;
}

async function createKnown(app: TestApp, document: { uid: string; path: string }): Promise<Known> {
  const { batchId } = (await app.request('POST /api/v1/upload')).json;
  await app.request(`POST /api/v1/upload/${batchId}/1`, {
    body: 'x',
    headers: { 'content-type': 'text/plain', 'X-File-Name': 'x.txt' },
  });
  const client = { 'entity-type': 'oauth2Client', id: knownClient, name: 'Body' };
  const redirectURIs = ['https://client.example/'];
  await app.request('POST /api/v1/oauth2/client', { body: { ...client, redirectURIs } });
  await grantClient(app, knownClient);
  const provider = { 'entity-type': 'nuxeoOAuth2ServiceProvider', serviceName: knownProvider };
  await app.request('POST /api/v1/oauth2/provider', { body: provider });
  const search = { 'entity-type': 'savedSearch', title: 's', pageProviderName: 'default_search' };
  const saved = await app.request('POST /api/v1/search/saved', { body: search });
  const { uid: documentId, path: documentPath } = document;
  const idsBelow: Record<string, string> = {};
  for (const kind of ['comment', 'annotation']) {
    const body = { 'entity-type': kind, text: 'x' };
    const made = await app.request(`POST /api/v1/id/${documentId}/@${kind}`, { body });
    idsBelow[kind] = made.json.id;
  }
  const review = { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' };
  await app.request(`POST /api/v1/id/${documentId}/@workflow`, { body: review });
  const tasks = await app.request(`GET /api/v1/id/${documentId}/@task`);
  idsBelow.task = tasks.json.entries[0].id;
  return { idsBelow, documentId, documentPath, batchId, searchId: saved.json.id };
}

function fill(route: RouteDefinition, known: Known): string {
  const segments = route.path.split('/');
  const [, first = ''] = segments;
  return segments.map((part) => meaningOf(part, first, { route, known })).join('/');
}

function meaningOf(
  part: string,
  first: string,
  { route, known }: { route: RouteDefinition; known: Known },
): string {
  if (part === 'bulk;:ids') return `bulk;id=${known.documentId}`;
  if (!part.startsWith(':') && part !== '*') return part;
  switch (`${first.startsWith(':') ? '' : first} ${part}`) {
    case 'id :id':
      return known.documentId;
    case 'id *':
      return '';
    case 'path *':
      return known.documentPath.slice(1);
    case 'user *':
      return 'Administrator';
    case 'group *':
      return 'members';
    case 'directory :name':
      return 'nature';
    case 'directory *':
      return 'article';
    case 'search :action':
      return 'trash';
    case 'search :lang':
      return 'NXQL';
    case 'search :name':
      return 'default_search';
    case 'search :id':
      return known.searchId;
    case 'upload :batchId':
      return known.batchId;
    case 'upload :fileIdx':
      return route.path.includes(':fileIdx/') ? '1' : '0';
    case 'oauth2 :clientId':
    case 'oauth2 :id':
      return knownClient;
    case 'oauth2 :provider':
      return knownProvider;
    case 'oauth2 :kind':
      return 'client';
    case 'oauth2 :username':
      return 'Administrator';
    case 'site :index':
      return 'nuxeo';
    case 'site :type':
      return 'entry';
    case 'task :taskId':
      return known.idsBelow.task ?? '';
    case 'task :action':
      return taskAction;
    case 'upload :operationId':
    case ' :operation':
      return 'Log';
    default:
      throw new Error(`say here what ${part} stands for in ${route.path}`);
  }
}
