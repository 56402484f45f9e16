import type { DocumentId } from '../../src/base/ids.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import type { TestApp, TestResponse } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

/** Stands in titles and contents in the folder `desk`. */
export const deskMark = 'walnut';
/** Stands in titles and contents that only administrators may see: in `vault`, and in a part of `desk`. */
export const vaultMark = 'hazel';

/** A folder with some documents, and what a call needs in it. */
export interface Site {
  readonly app: TestApp;
  /** Its documents stay as they are: what a call changes is made for it. */
  readonly folder: TestDocument;
  readonly file: TestDocument;
  readonly note: TestDocument;
  create(type?: string, properties?: object): Promise<TestDocument>;
  /** A version of a new document. */
  createVersion(): Promise<TestDocument>;
  /** A proxy of the version, in this folder. */
  createProxy(): Promise<TestDocument>;
  /** On a new document. */
  createComment(adapter: 'comment' | 'annotation'): Promise<{ on: TestDocument; id: string }>;
  /** A review of a new document, started by the administrator. */
  startReview(): Promise<{ on: TestDocument; workflowId: string; taskId: string }>;
  saveSearch(): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
export type TestDocument = any;

/** What administrators do before a call; fails unless it is done. */
export async function must(reply: Promise<TestResponse>): Promise<TestResponse> {
  const response = await reply;
  if (response.status >= 400) throw new Error(`${response.status} ${response.text}`);
  return response;
}

/** Makes documents below a folder, all of them with its mark. */
class FolderSite implements Site {
  readonly app: TestApp;
  readonly folder: TestDocument;
  readonly file: TestDocument;
  readonly note: TestDocument;
  readonly #mark: string;
  readonly #work: string;
  #count = 0;

  constructor(
    app: TestApp,
    kept: Pick<Site, 'folder' | 'file' | 'note'>,
    own: { mark: string; work: string },
  ) {
    this.app = app;
    this.folder = kept.folder;
    this.file = kept.file;
    this.note = kept.note;
    this.#mark = own.mark;
    this.#work = own.work;
  }

  create(type = 'File', properties: object = {}): Promise<TestDocument> {
    this.#count += 1;
    return createDocument(this.app, {
      parent: this.#work,
      name: `made-${this.#count}`,
      type,
      properties: { ...contentOf(type, this.#mark), ...properties },
    });
  }

  async createVersion(): Promise<TestDocument> {
    return checkIn(this.app, (await this.create()).uid);
  }

  async createProxy(): Promise<TestDocument> {
    const version = await this.createVersion();
    const { id } = await this.app.services.database.write((handle) =>
      createProxy(createSystemUnit(handle, this.app.services.repository), {
        targetId: version.uid as DocumentId,
        folderId: this.#work as DocumentId,
      }),
    );
    return (await must(this.app.request(`GET /api/v1/id/${id}`))).json;
  }

  async createComment(
    adapter: 'comment' | 'annotation',
  ): Promise<{ on: TestDocument; id: string }> {
    const on = await this.create();
    const body = {
      'entity-type': adapter,
      parentId: on.uid,
      text: `${this.#mark} remark`,
      ...(adapter === 'annotation' && { xpath: 'file:content', entityId: on.uid, entity: '<x/>' }),
    };
    const made = await must(this.app.request(`POST /api/v1/id/${on.uid}/@${adapter}`, { body }));
    return { on, id: made.json.id };
  }

  async startReview(): Promise<{ on: TestDocument; workflowId: string; taskId: string }> {
    const on = await this.create();
    const body = {
      'entity-type': 'workflow',
      workflowModelName: 'SerialDocumentReview',
      attachedDocumentIds: [on.uid],
      variables: { initiatorComment: `${this.#mark} comment` },
    };
    const workflow = await must(this.app.request('POST /api/v1/workflow', { body }));
    const tasks = await must(this.app.request(`GET /api/v1/id/${on.uid}/@task`));
    return { on, workflowId: workflow.json.id, taskId: tasks.json.entries[0].id };
  }

  async saveSearch(): Promise<string> {
    const body = {
      'entity-type': 'savedSearch',
      title: `${this.#mark} search`,
      pageProviderName: 'default_search',
    };
    const saved = await must(this.app.request('POST /api/v1/search/saved', { body }));
    return saved.json.id;
  }
}

async function checkIn(app: TestApp, id: string): Promise<TestDocument> {
  const body = { 'entity-type': 'document', properties: {} };
  const headers = { 'X-Versioning-Option': 'MINOR' };
  return (await must(app.request(`PUT /api/v1/id/${id}`, { body, headers }))).json;
}

const titled = (mark: string) => ({ 'dc:title': `${mark} document` });

function contentOf(type: string, mark: string): object {
  const blob = { data: `${mark} content`, name: 'content.txt' };
  const files = { 'file:content': blob, 'files:files': [{ file: blob }] };
  if (type === 'Note') return { ...titled(mark), 'note:note': `${mark} text` };
  return { ...titled(mark), ...(type === 'File' && files) };
}

async function createSite(app: TestApp, name: string, mark: string): Promise<FolderSite> {
  const folder = await createDocument(app, { name, type: 'Folder', properties: titled(mark) });
  const make = (child: string, type: string) =>
    createDocument(app, {
      parent: folder.uid,
      name: child,
      type,
      properties: contentOf(type, mark),
    });
  const file = await make('file', 'File');
  await checkIn(app, file.uid);
  const note = await make('note', 'Note');
  const work = await make('work', 'Folder');
  return new FolderSite(app, { folder, file, note }, { mark, work: work.uid });
}

/** What the calls of the walk find, the same for all of them. */
export interface Ground {
  readonly app: TestApp;
  /** The reader may read it, the manager may do everything with it. */
  readonly desk: Site;
  /** Only administrators may see it. */
  readonly vault: Site;
  /** Of the administrator. */
  readonly commandId: string;
}

/** Those who call besides administrators, who have no group. */
const users = ['stranger', 'reader', 'manager', 'bystander'];

export async function buildGround(app: TestApp): Promise<Ground> {
  for (const name of users) await createUser(app, name);
  const desk = await createSite(app, 'desk', deskMark);
  const vault = await createSite(app, 'vault', vaultMark);
  const inner = {
    parent: desk.folder.uid,
    name: 'inner',
    type: 'Note',
    properties: contentOf('Note', vaultMark),
  };
  const hidden = await createDocument(app, inner);
  for (const { uid } of [vault.folder, hidden]) await setAcl(app, uid, [denyAll]);
  const aces = [grantAce('reader', 'Read'), grantAce('manager', 'Everything'), denyAll];
  await setAcl(app, desk.folder.uid, aces);
  for (const user of ['reader', 'manager', 'Administrator']) {
    const synchronize = { input: desk.folder.uid, params: { enable: true }, user };
    await must(callOperation(app, 'NuxeoDrive.SetSynchronization', synchronize));
  }
  const query = `SELECT * FROM Document WHERE dc:title = 'nothing'`;
  const { commandId } = await run(app, 'setProperties', { query });
  return { app, desk, vault, commandId };
}
