import { operations } from '../../src/operations/index.ts';
import { administrator } from '../support/child-server.ts';
import type { KnownDocuments } from '../support/odd-calls.ts';
import type { KnownIds } from '../support/odd-requests.ts';

/** Who sends the odd requests: an ordinary user with all rights on one place, and none elsewhere. */
export const vandal = {
  name: 'vandal',
  authorization: `Basic ${Buffer.from('vandal:vandal-password').toString('base64')}`,
} as const;

/** A server and what is known of it. */
export interface SoakTarget {
  readonly url: string;
  readonly placePath: string;
  readonly ids: KnownIds;
  readonly documents: KnownDocuments;
}

interface Sent {
  readonly body?: object | Buffer;
  readonly headers?: Record<string, string>;
  /** Statuses that are fine besides those below 400. */
  readonly allowed?: readonly number[];
}

const attemptsMax = 100;

/** Sends as the administrator, again when the server asks for it; returns the JSON. */
async function send(
  url: string,
  line: string,
  sent: Sent = {},
): Promise<{ [key: string]: string }> {
  const [method = '', path = ''] = line.split(' ', 2);
  const { body, allowed = [] } = sent;
  const content = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const headers = { authorization: administrator, 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...sent.headers },
      ...(body !== undefined && { body: content as string }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? {} : JSON.parse(text);
    if (allowed.includes(response.status)) return {};
    if (response.status !== 503 || attempt === attemptsMax) {
      throw new Error(`${line}: ${response.status} ${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Makes the place anew, with documents of several types, a version and an upload batch. */
export async function makePlace(url: string, name: string): Promise<SoakTarget> {
  const placePath = `/${name}`;
  const user = { username: vandal.name, password: 'vandal-password' };
  const userEntity = { 'entity-type': 'user', id: vandal.name, properties: user };
  await send(url, 'POST /api/v1/user', { body: userEntity, allowed: [409] });
  await send(url, `DELETE /api/v1/path${placePath}`, { allowed: [404] });
  const place = await create(url, '', { name, type: 'Folder' });
  await send(url, 'POST /site/automation/Document.AddPermission', {
    body: {
      input: `doc:${place.uid}`,
      params: { users: [vandal.name], permission: 'Everything' },
    },
  });
  const blob = (data: string) => ({ data, name: `${data}.txt` });
  const contents = {
    'file:content': blob('main'),
    'files:files': [{ file: blob('one') }, { file: blob('two') }],
    'dc:subjects': ['art'],
  };
  const file = await create(url, placePath, { name: 'file', type: 'File', properties: contents });
  const folder = await create(url, placePath, { name: 'folder', type: 'Folder' });
  const note = await create(url, placePath, { name: 'note', type: 'Note' });
  const version = await send(url, `PUT /api/v1/id/${file.uid}`, {
    body: { 'entity-type': 'document', properties: {} },
    headers: { 'X-Versioning-Option': 'MINOR' },
    // Requests that go to the place of before may remove the file by its path at once.
    allowed: [404],
  });
  const all = [place, file, folder, note].map(({ uid = '' }) => uid);
  const batch = await makeBatch(url);
  return {
    url,
    placePath,
    ids: { documents: all, versions: [version.uid ?? ''], batch },
    documents: {
      ids: all,
      paths: ['', '/file', '/folder', '/note'].map((end) => placePath + end),
      batch,
      runnables: operations.map(({ id }) => id),
    },
  };
}

function create(url: string, parentPath: string, document: object) {
  const body = { 'entity-type': 'document', properties: {}, ...document };
  return send(url, `POST /api/v1/path${parentPath}/`, { body });
}

/** Of the vandal, for batches belong to their makers. */
async function makeBatch(url: string): Promise<string> {
  const headers = { authorization: vandal.authorization };
  const { batchId = '' } = await send(url, 'POST /api/v1/upload', { headers });
  await send(url, `POST /api/v1/upload/${batchId}/0`, {
    body: Buffer.from('uploaded'),
    headers: { ...headers, 'content-type': 'text/plain', 'X-File-Name': 'u.txt' },
  });
  return batchId;
}
