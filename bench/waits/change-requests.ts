import { workspacePath } from '../generate-store.ts';
import { apiRoot, automationRoot } from '../servers/programs.ts';
import type { LongRequest, Send } from './measure-waits.ts';

/** A change of a folder with all documents of a generated store. */
export interface Change extends LongRequest {
  /** It is answered before all documents are written, see `answerMaxMs`. */
  readonly isAnsweredAtOnce: boolean;
}

const workspacesPath = '/default-domain/workspaces';
const sectionsPath = '/default-domain/sections';
/** Has no permissions of its own until one is granted. */
const plainPath = `${workspacesPath}/plain`;
const copyPath = `${workspacesPath}/copy`;
/** Empty, outside the changed folder. */
export const importedPath = `${workspacesPath}/imported`;
/** Published or packed. */
const listedMax = 1_000;
/** By one request: its transaction must end within the time limit. */
const publishedAtOnce = 100;

/**
 * Puts the workspace with all documents below a folder that has no permissions of its own. Returns
 * its id, as it has no path while it is in the trash.
 */
export async function prepareChanges(send: Send): Promise<string> {
  await create(send, workspacesPath, { type: 'Workspace', name: 'plain' });
  await create(send, workspacesPath, { type: 'Workspace', name: 'imported' });
  await create(send, sectionsPath, { type: 'Section', name: 'section' });
  const bytes = await send('GET', { path: `${apiRoot}/path${workspacePath}` });
  const { uid } = JSON.parse(bytes.toString()) as Entity;
  await call(send, 'Document.Move', uid, { target: plainPath });
  // A generated workspace inherits nothing: changes above it would have no effect on its documents.
  await call(send, 'Document.UnblockPermissionInheritance', uid);
  return uid;
}

/** The path of a new document outside the changed folder. */
export async function createOther(send: Send, name: string): Promise<string> {
  const { uid } = await create(send, workspacesPath, { type: 'File', name });
  return `${apiRoot}/id/${uid}`;
}

/** To be run once and in this order: each leaves what the next one needs. */
export function atOnceChanges(workspace: string): readonly Change[] {
  const members = { username: 'members' };
  return [
    change('a grant', 'Document.AddPermission', workspace, { ...members, permission: 'Read' }),
    change('the first grant', 'Document.AddPermission', plainPath, {
      ...members,
      permission: 'ReadWrite',
    }),
    change('a block', 'Document.BlockPermissionInheritance', plainPath),
    change('an unblock', 'Document.UnblockPermissionInheritance', plainPath),
    change('trash', 'Document.Trash', workspace),
    change('restore', 'Document.Untrash', workspace),
    change('a move', 'Document.Move', workspace, { target: workspacesPath }),
  ];
}

/** After `atOnceChanges`. */
export function longChanges(
  workspace: string,
  importFiles: () => Promise<unknown>,
): readonly Change[] {
  const section = `${sectionsPath}/section`;
  const slow = (name: string, run: Change['run']): Change => ({
    name,
    isAnsweredAtOnce: false,
    run,
  });
  return [
    slow('publishing of a folder', async (send) => {
      await call(send, 'Document.CreateLiveProxy', workspace, { 'Destination Path': section });
      // A document with a live proxy elsewhere cannot be removed.
      await call(send, 'Document.RemoveProxies', workspace);
    }),
    slow('publishing of many documents', async (send) => {
      const ids = await filesBelow(send, workspacePath);
      for (let at = 0; at < ids.length; at += publishedAtOnce) {
        const input = listOf(ids.slice(at, at + publishedAtOnce));
        await call(send, 'Document.PublishToSection', input, { target: section });
      }
    }),
    slow('an import', async () => void (await importFiles())),
    slow('a zip', zipImported),
    slow('a copy', (send) =>
      call(send, 'Document.Copy', workspace, { target: workspacesPath, name: 'copy' }),
    ),
    removalOf('the removal of a copy', copyPath),
  ];
}

/** The last one. */
export function removal(workspace: string): Change {
  return removalOf('a removal', workspace);
}

function removalOf(name: string, input: string): Change {
  const path = `${automationRoot}/Document.Delete`;
  const run: Change['run'] = async (send) =>
    void (await send('POST', { path, json: { input }, status: 204 }));
  return { name, isAnsweredAtOnce: true, run };
}

function change(name: string, operation: string, input: string, params: object = {}): Change {
  return { name, isAnsweredAtOnce: true, run: (send) => call(send, operation, input, params) };
}

async function call(
  send: Send,
  operation: string,
  input: string,
  params: object = {},
): Promise<void> {
  await send('POST', { path: `${automationRoot}/${operation}`, json: { input, params } });
}

interface Entity {
  readonly uid: string;
}

async function create(
  send: Send,
  parent: string,
  { type, name }: { readonly type: string; readonly name: string },
): Promise<Entity> {
  const properties = { 'dc:title': name };
  const json = { 'entity-type': 'document', type, name, properties };
  const bytes = await send('POST', { path: `${apiRoot}/path${parent}`, json, status: 201 });
  return JSON.parse(bytes.toString()) as Entity;
}

/** Of imported files: generated documents have none. */
async function zipImported(send: Send): Promise<void> {
  const input = listOf(await filesBelow(send, importedPath));
  const json = { input, params: { filename: 'imported.zip' } };
  const archive = await send('POST', { path: `${automationRoot}/Blob.BulkDownload`, json });
  if (archive.subarray(0, 2).toString() !== 'PK') throw new Error('the result is no zip archive');
}

/** The ids of some of them. */
async function filesBelow(send: Send, path: string): Promise<readonly string[]> {
  const query = `SELECT * FROM File WHERE ecm:path STARTSWITH '${path}' AND ecm:isVersion = 0`;
  const parameters = new URLSearchParams({ query, pageSize: String(listedMax) });
  const bytes = await send('GET', { path: `${apiRoot}/search/lang/NXQL/execute?${parameters}` });
  const { entries } = JSON.parse(bytes.toString()) as { readonly entries: readonly Entity[] };
  return entries.map(({ uid }) => uid);
}

/** As an input of operations. */
function listOf(ids: readonly string[]): string {
  return `docs:${ids.join(',')}`;
}
