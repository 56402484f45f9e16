import type { TestApp } from './app.ts';
import { createDocument } from './documents.ts';
import { callOperation } from './operations.ts';
import { denyAll, grantAce, setAcl } from './security.ts';

/** A document of every kind that behaves in its own way. */
export interface CabinetDocument {
  readonly kind: string;
  readonly uid: string;
  /** Null for versions, which have none of their own. */
  readonly path: string | null;
  /** What users without Read must not see; empty for documents that `bob` may read. */
  readonly secrets: readonly string[];
}

export interface Cabinet {
  readonly documents: readonly CabinetDocument[];
  get(kind: string): CabinetDocument;
}

/** May do everything with a document but see it. */
const blindAces = [
  { ...grantAce('bob', 'Read'), granted: false },
  { ...grantAce('bob', 'Browse'), granted: false },
  grantAce('bob', 'Everything'),
];

const file = { data: 'text', name: 'a.txt' };
const content = { 'file:content': file, 'files:files': [{ file }] };

interface CabinetEntry {
  readonly parent?: string;
  readonly type?: string;
  readonly properties?: object;
  readonly isSecret?: boolean;
  /** Whether its name is a secret too: names are in the paths of all that is below, and of proxies. */
  readonly isNamed?: boolean;
}

class CabinetBuilder {
  readonly documents: CabinetDocument[] = [];
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async make(kind: string, options: CabinetEntry = {}): Promise<CabinetDocument> {
    const { parent, type = 'File', isSecret = false, isNamed = isSecret, properties } = options;
    const marked = isSecret ? `zq-${kind}` : kind;
    const created = await createDocument(this.#app, {
      ...(parent !== undefined && { parent }),
      name: marked,
      type,
      properties: { 'dc:title': `Title ${marked}`, ...properties },
    });
    const title = `Title ${marked}`;
    return this.add(kind, created, { isSecret, told: [title, ...(isNamed ? [marked] : [])] });
  }

  add(
    kind: string,
    { uid, path, isVersion }: { uid: string; path: string | null; isVersion: boolean },
    { isSecret = false, told = [] }: { isSecret?: boolean; told?: readonly string[] } = {},
  ): CabinetDocument {
    const document = {
      kind,
      uid,
      path: isVersion ? null : path,
      secrets: isSecret ? [uid, ...told] : [],
    };
    this.documents.push(document);
    return document;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  async call(id: string, input: string, params: object = {}): Promise<any> {
    const response = await callOperation(this.#app, id, { input, params });
    if (response.status >= 300) throw new Error(`${id}: ${response.status} ${response.text}`);
    return response.status === 204 ? undefined : response.json;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  async version(uid: string): Promise<any> {
    const body = { 'entity-type': 'document', properties: {} };
    const headers = { 'X-Versioning-Option': 'MINOR' };
    const response = await this.#app.request(`PUT /api/v1/id/${uid}`, { body, headers });
    if (response.status !== 200) throw new Error(response.text);
    return response.json;
  }

  async change(uid: string): Promise<void> {
    const body = { 'entity-type': 'document', properties: { 'dc:description': 'changed' } };
    await this.#app.request(`PUT /api/v1/id/${uid}`, { body });
  }

  async acl(uid: string, aces: Parameters<typeof setAcl>[2]): Promise<void> {
    await setAcl(this.#app, uid, aces);
  }
}

/**
 * Documents of every kind in two folders: `open`, where `bob` may do everything, and `vault`, which he
 * may not see; some of each refer to others. Built anew where calls change them.
 */
export async function buildCabinet(app: TestApp): Promise<Cabinet> {
  const builder = new CabinetBuilder(app);
  const vault = await builder.make('vault', {
    type: 'Folder',
    isSecret: true,
    isNamed: false,
  });
  await builder.acl(vault.uid, [denyAll]);
  const open = await builder.make('open', { type: 'Folder' });
  await builder.acl(open.uid, [grantAce('bob', 'Everything')]);
  await addPlain(builder, { open: open.uid, vault: vault.uid });
  await addVersions(builder, { open: open.uid, vault: vault.uid });
  await addProxies(builder, { open: open.uid, vault: vault.uid });
  await addBlind(builder, open.uid);
  const { documents } = builder;
  return {
    documents,
    get(kind) {
      const found = documents.find((document) => document.kind === kind);
      if (!found) throw new Error(`the cabinet has no ${kind}`);
      return found;
    },
  };
}

interface Places {
  readonly open: string;
  readonly vault: string;
}

async function addPlain(builder: CabinetBuilder, { open, vault }: Places): Promise<void> {
  await builder.make('file', { parent: open, properties: content });
  await builder.make('note', { parent: open, type: 'Note' });
  const collection = { 'collection:documentIds': [vault] };
  await builder.make('collection', { parent: open, type: 'Collection', properties: collection });
  const outer = await builder.make('outer', { parent: open, type: 'Folder' });
  const inner = await builder.make('inner', { parent: outer.uid, isSecret: true });
  await builder.acl(inner.uid, [denyAll]);
  const guarded = await builder.make('guarded', { parent: open, type: 'Folder' });
  const locked = await builder.make('locked', { parent: guarded.uid });
  await builder.call('Document.Lock', locked.uid);
  const orphan = await builder.make('orphan', { parent: vault });
  await builder.acl(orphan.uid, [grantAce('bob', 'Everything')]);
  const ordered = await builder.make('ordered', { parent: open, type: 'OrderedFolder' });
  await builder.make('first', { parent: ordered.uid });
  const second = await builder.make('second', { parent: ordered.uid, isSecret: true });
  await builder.acl(second.uid, [denyAll]);
  const gone = await builder.make('gone', { parent: open, type: 'Folder' });
  const lost = await builder.make('lost', { parent: gone.uid, isSecret: true });
  await builder.acl(lost.uid, [denyAll]);
  builder.add('trashed', await builder.call('Document.Trash', gone.uid));
}

async function addVersions(builder: CabinetBuilder, { open, vault }: Places): Promise<void> {
  const live = await builder.make('live', { parent: open, properties: content });
  builder.add('version', await builder.version(live.uid));
  const kept = await builder.make('kept', { parent: open });
  const shown = builder.add('shownVersion', await builder.version(kept.uid));
  await builder.change(kept.uid);
  const pane = await builder.call('Document.PublishToSection', shown.uid, { target: vault });
  builder.add('hiddenProxy', pane, { isSecret: true });
  const hidden = await builder.make('hiddenLive', {
    parent: vault,
    isSecret: true,
    isNamed: false,
  });
  const version = await builder.version(hidden.uid);
  builder.add('hiddenVersion', version, { isSecret: true });
  const window = await builder.call('Document.PublishToSection', version.uid, { target: open });
  builder.add('proxyOfHiddenVersion', window);
}

async function addProxies(builder: CabinetBuilder, { open, vault }: Places): Promise<void> {
  const proxy = (input: string, to: string) =>
    builder.call('Document.CreateLiveProxy', input, { 'Destination Path': to });
  const target = await builder.make('target', { parent: open });
  builder.add('hiddenLiveProxy', await proxy(target.uid, vault), { isSecret: true });
  const folder = await builder.make('folder', { parent: open, type: 'Folder' });
  await builder.make('child', { parent: folder.uid });
  builder.add('liveProxy', await proxy(folder.uid, open));
  const unseen = await builder.make('unseen', { parent: vault, isSecret: true, isNamed: false });
  builder.add('proxyOfHidden', await proxy(unseen.uid, open));
}

async function addBlind(builder: CabinetBuilder, open: string): Promise<void> {
  const folder = await builder.make('blindFolder', {
    parent: open,
    type: 'Folder',
    isSecret: true,
  });
  await builder.make('blindChild', { parent: folder.uid, isSecret: true });
  const document = await builder.make('blindFile', {
    parent: open,
    isSecret: true,
    properties: content,
  });
  const version = await builder.version(document.uid);
  builder.add('blindVersion', version, { isSecret: true });
  const busy = await builder.make('blindLocked', { parent: open, isSecret: true });
  await builder.call('Document.Lock', busy.uid);
  for (const { uid } of [folder, document, busy]) await builder.acl(uid, blindAces);
}
