import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { type Ace, grantAce, localAclName } from '../../src/model/acl.ts';
import type { ContentModel } from '../../src/model/content-model.ts';
import {
  buildContentModel,
  defaultModelFile,
  parseModelFile,
} from '../../src/model/content-model-file.ts';
import { loadDefaultDirectories } from '../../src/model/directory-file.ts';
import type { Document } from '../../src/model/document.ts';
import { buildNotificationCatalogue } from '../../src/model/notification-file.ts';
import { createPrincipal, type Principal, systemPrincipal } from '../../src/model/principal.ts';
import type { Properties } from '../../src/model/value.ts';
import { loadDefaultWorkflows } from '../../src/model/workflow/workflow-file.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { ensureInitialContent } from '../../src/repository/editing/initial-content.ts';
import { addFacet } from '../../src/repository/editing/instance-facets.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { removeDocument } from '../../src/repository/editing/remove-document.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { addTags, removeTags } from '../../src/repository/tags/tags.ts';
import { AclCache } from '../../src/repository/unit/acl-cache.ts';
import { PageCursors } from '../../src/repository/unit/page-cursors.ts';
import { RecentDocuments } from '../../src/repository/unit/recent-documents.ts';
import {
  type RepositoryContext,
  type Unit,
  unitOn,
  type WriteUnit,
} from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import type { Database, ReadHandle } from '../../src/storage/database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { openTestDatabase } from './engines.ts';
import { denyAll } from './security.ts';

/** The instant of the sessions that make and query the tree. */
export const treeNowMs = Date.UTC(2024, 4, 15, 12);

const measures = {
  schemas: {
    measure: {
      prefix: 'm',
      fields: {
        count: 'long',
        ratio: 'double',
        done: 'boolean',
        level: { type: 'long', default: 3 },
        flag: { type: 'boolean', default: false },
        numbers: 'long[]',
        moments: 'date[]',
        place: { type: 'complex', fields: { city: 'string', rank: 'long' } },
        parts: {
          type: 'complex[]',
          fields: {
            name: 'string',
            size: 'long',
            at: 'date',
            ok: { type: 'boolean', default: true },
            labels: 'string[]',
          },
        },
      },
    },
  },
  facets: { Measured: { schemas: ['measure'] } },
  types: {
    Measure: { supertype: 'File', facets: ['Measured'] },
    FineMeasure: { supertype: 'Measure' },
    Folder: { subtypes: ['Measure', 'FineMeasure'] },
  },
};

export async function measureModel(): Promise<ContentModel> {
  return buildContentModel([defaultModelFile, await parseModelFile(measures, 'measures')]);
}

/** A tree with a bit of everything, the same on both engines but for ids. */
export interface QueryTree {
  readonly engine: EngineName;
  readonly database: Database;
  readonly context: RepositoryContext;
  /** Label → id. What the program made by itself has no label. */
  readonly ids: ReadonlyMap<string, DocumentId>;
  unit<Handle extends ReadHandle>(handle: Handle, who: string): Unit<Handle>;
  close(): Promise<void>;
}

export const treeUsers = ['system', 'alice', 'bob', 'carol'] as const;

const principals: Readonly<Record<string, Principal>> = {
  system: systemPrincipal,
  alice: createPrincipal('alice', ['members'], false),
  bob: createPrincipal('bob', ['members', 'staff'], false),
  carol: createPrincipal('carol', ['members'], false),
};

export async function openQueryTree(engine: EngineName): Promise<QueryTree> {
  const { database, close } = await openTestDatabase(engine);
  const context = {
    repositoryName: 'default',
    stores: [],
    model: await measureModel(),
    acls: new AclCache(),
    cursors: new PageCursors(),
    recent: new RecentDocuments(2 ** 20),
    directories: loadDefaultDirectories(),
    isAudited: true,
    hasFulltext: true,
    passwords: { minLength: 0, administratorMinLength: 0 },
    writtenAtOnceMax: limits.writtenAtOnce,
    propertiesBytesMax: limits.storedPropertiesBytesMax,
    notifications: buildNotificationCatalogue([]),
    workflowModels: loadDefaultWorkflows(),
    sendsMail: false,
    mailRules: { attachmentsBytesMax: 1_000_000, invitationDays: 7, templates: new Set<string>() },
  };
  const unit = <Handle extends ReadHandle>(handle: Handle, who: string): Unit<Handle> =>
    unitOn(handle, {
      ...context,
      principal: principals[who] ?? systemPrincipal,
      nowMs: treeNowMs,
    });
  const planter = new Planter((work) => database.write((handle) => work(unit(handle, 'system'))));
  await database.write((handle) => ensureInitialContent(unit(handle, 'system')));
  await planter.plant();
  await database.read((handle) => labelOthers(handle, planter.ids));
  return { engine, database, context, ids: planter.ids, unit, close };
}

const words = ['alpha', 'Beta', 'élan', 'ÉLAN', 'a_b', 'a%b', 'x*y', 'back\\slash', '', '😀z'];
const subjects = ['art', 'art/music', 'art/music/jazz', 'science', 'artful', 'é'];

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** Which values are unset follows from the number, by periods that have no common factor. */
function dublinCore(n: number): Properties {
  return {
    ...(n % 7 !== 0 && { 'dc:title': n === 9 ? 'long '.repeat(60) : pick(words, n) }),
    ...(n % 3 !== 0 && { 'dc:description': `${pick(words, n + 3)} ${pick(words, n * 3)}` }),
    ...(n % 4 !== 0 && { 'dc:subjects': listOf(n % 4, (i) => pick(subjects, n + i * 2)) }),
    ...(n % 5 !== 0 && { 'dc:issued': treeNowMs - (n % 11) * 86_400_000 - (n % 2) * 3_600_000 }),
    ...(n % 6 !== 0 && { 'dc:nature': pick(['report', 'note', 'art/music'], n) }),
    'dc:source': `s${n % 4}`,
  };
}

function listOf<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_unused, index) => make(index));
}

const counts = [0, 1, -5, 9_007_199_254_740_993n, 42, 1_000_000];
const ratios = [0, 0.1, -2.5, 1e20, 3, 1e-7];

function measure(n: number): Properties {
  return {
    ...(n % 4 !== 1 && { 'm:count': pick(counts, n) }),
    ...(n % 5 !== 2 && { 'm:ratio': pick(ratios, n) }),
    ...(n % 3 !== 0 && { 'm:done': n % 2 === 0 }),
    ...(n % 4 === 0 && { 'm:level': n % 8 }),
    ...(n % 3 === 1 && { 'm:numbers': listOf(n % 5, (i) => (n + i) % 4) }),
    ...(n % 5 === 1 && { 'm:moments': listOf(n % 3, (i) => treeNowMs - i * 86_400_000) }),
    ...(n % 2 === 0 && { 'm:place': { city: pick(words, n), rank: n % 3 === 0 ? null : n % 5 } }),
    ...(n % 3 !== 2 && { 'm:parts': listOf(n % 4, (i) => part(n + i)) }),
  };
}

function part(n: number): Properties {
  return {
    name: n % 4 === 3 ? null : pick(['a.txt', 'b.txt', 'a.pdf'], n),
    size: n % 5,
    ...(n % 3 === 0 && { at: treeNowMs - n * 3_600_000 }),
    ...(n % 2 === 0 && { ok: n % 4 === 0 }),
    labels: listOf(n % 3, (i) => pick(['red', 'green'], n + i)),
  };
}

function blob(n: number): Properties {
  return {
    key: String(n % 10).repeat(64),
    name: pick(['report.txt', 'Photo.PNG', 'été.pdf'], n),
    mimeType: pick(['text/plain', 'image/png'], n),
    encoding: n % 2 === 0 ? 'UTF-8' : null,
    digest: String(n % 10).repeat(32),
    digestAlgorithm: 'MD5',
    length: n * 100,
  };
}

function blobs(n: number): Properties {
  return {
    ...(n % 3 !== 1 && { 'file:content': blob(n) }),
    ...(n % 4 === 2 && { 'files:files': listOf(n % 3, (i) => ({ file: blob(n + i) })) }),
  };
}

class Planter {
  readonly ids = new Map<string, DocumentId>();
  readonly #write: <T>(work: (unit: WriteUnit) => Promise<T>) => Promise<T>;

  constructor(write: <T>(work: (unit: WriteUnit) => Promise<T>) => Promise<T>) {
    this.#write = write;
  }

  async plant(): Promise<void> {
    await this.#addBlobRows();
    await this.#addFolders();
    for (let n = 1; n <= 36; n += 1) await this.#addLeaf(n);
    await this.#write((unit) => this.#decorate(unit));
  }

  #id(label: string): DocumentId {
    const id = this.ids.get(label);
    if (!id) throw new Error(`nothing is labelled ${label}`);
    return id;
  }

  async #create(
    label: string,
    {
      parent,
      type,
      properties = {},
    }: { parent: DocumentId; type: string; properties?: Properties },
  ): Promise<void> {
    const made = await this.#write((unit) =>
      createDocument(unit, { parentId: parent, name: label, type, properties }),
    );
    this.ids.set(label, made.id);
  }

  async #addBlobRows(): Promise<void> {
    await this.#write(async ({ handle }) => {
      for (let n = 0; n < 10; n += 1) {
        const digits = String(n);
        const row = {
          key: digits.repeat(64),
          size: n,
          digest: digits.repeat(32),
          digest_algorithm: 'MD5',
          created_at: treeNowMs,
          provider: 'default',
        };
        await handle.run(handle.builder.insertInto('blob').values(row));
      }
    });
  }

  async #addFolders(): Promise<void> {
    const workspaces = await this.#write(({ handle }) =>
      handle.first(
        handle.builder
          .selectFrom('document')
          .select('id')
          .where('path', '=', '/default-domain/workspaces'),
      ),
    );
    const top = workspaces?.id as DocumentId;
    await this.#create('open', { parent: top, type: 'Folder' });
    await this.#create('staff', { parent: top, type: 'OrderedFolder' });
    await this.#create('hidden', { parent: top, type: 'HiddenFolder' });
    await this.#create('deep', { parent: this.#id('open'), type: 'Folder' });
    await this.#create('open0', { parent: top, type: 'Folder' });
    await this.#create('shown', { parent: top, type: 'Section' });
    await this.#secure('open', [grantAce('Everyone', 'Read')]);
    await this.#secure('open0', [grantAce('alice', 'Browse'), denyAll]);
    await this.#secure('staff', [
      grantAce('staff', 'ReadWrite', 'system'),
      { ...grantAce('alice', 'Read'), begin: treeNowMs - 1_000, end: treeNowMs + 1_000 },
      { ...grantAce('carol', 'Read'), end: treeNowMs - 86_400_000 },
      denyAll,
    ]);
    await this.#secure('hidden', [denyAll]);
    await this.#secure('shown', [grantAce('members', 'Read')]);
  }

  async #secure(label: string, aces: readonly Ace[]): Promise<void> {
    const acls = [{ name: localAclName, aces }];
    await this.#write((unit) => setOwnAcls(unit, { id: this.#id(label), acls }));
  }

  async #addLeaf(n: number): Promise<void> {
    const type = pick(['File', 'Note', 'Measure', 'FineMeasure', 'Folder', 'Measure'], n);
    const parent = pick(['open', 'staff', 'hidden', 'deep', 'open0'], n);
    const properties = {
      ...dublinCore(n),
      ...(type.endsWith('Measure') && measure(n)),
      ...(type !== 'Folder' && type !== 'Note' && blobs(n)),
      ...(type === 'Note' && { 'note:note': `text ${n}` }),
    };
    await this.#create(`d${n}`, { parent: this.#id(parent), type, properties });
  }

  async #decorate(unit: WriteUnit): Promise<void> {
    await this.#addTags(unit);
    await this.#addVersions(unit);
    await this.#addProxies(unit);
    for (const label of ['d4', 'd12', 'd21']) {
      await trashDocument(unit, this.#id(label));
    }
    await lockDocument(unit, this.#id('d6'));
    await addFacet(unit, { id: this.#id('d1'), facet: 'Measured' });
    await addFacet(unit, { id: this.#id('d7'), facet: 'HiddenInNavigation' });
    await this.#moveRights(unit);
    // A version whose live document is gone, which its proxy keeps.
    await removeDocument(unit, this.#id('d15'));
    this.ids.delete('d15');
  }

  /** Of two users; versions and proxies made later show them too. */
  async #addTags(unit: WriteUnit): Promise<void> {
    const labels = ['red', 'green', 'été', 'red_1', 'greenish'];
    for (const [at, label] of ['d2', 'd3', 'd5', 'd7', 'd8', 'd14', 'd26', 'd30'].entries()) {
      const id = this.#id(label);
      await addTags(unit, {
        id,
        labels: listOf(1 + (at % 3), (i) => pick(labels, at + i)),
      });
      const bob = createPrincipal('bob', ['members'], true);
      await addTags({ ...unit, principal: bob }, { id, labels: [pick(labels, at * 2)] });
    }
    await removeTags(unit, { id: this.#id('d7'), labels });
  }

  async #version(unit: WriteUnit, label: string): Promise<Document> {
    const document = await getDocumentForUpdate(unit, this.#id(label));
    const { version } = await checkIn(unit, {
      document,
      by: this.ids.has(`${label}@1`) ? 'MAJOR' : 'MINOR',
      // Only some say why.
      ...(label !== 'd6' && { comment: `because ${label}` }),
    });
    this.ids.set(`${label}@${this.ids.has(`${label}@1`) ? 2 : 1}`, version.id);
    return version;
  }

  async #addVersions(unit: WriteUnit): Promise<void> {
    for (const label of ['d2', 'd3', 'd6', 'd8', 'd14', 'd15', 'd20', 'd27']) {
      await this.#version(unit, label);
    }
    await removeTags(unit, { id: this.#id('d8'), labels: ['red'] });
    for (const label of ['d2', 'd8', 'd20']) {
      await updateDocument(unit, {
        id: this.#id(label),
        properties: { 'dc:title': `after ${label}`, 'dc:subjects': ['science'] },
        changeToken: null,
      });
    }
    for (const label of ['d2', 'd14']) await this.#version(unit, label);
    await followLifecycleTransition(unit, { id: this.#id('d3'), transition: 'approve' });
  }

  async #addProxies(unit: WriteUnit): Promise<void> {
    for (const target of ['d2@1', 'd3', 'd8@1', 'd15@1', 'd26', 'd20']) {
      const folderId = this.#id('shown');
      const proxy = await createProxy(unit, { targetId: this.#id(target), folderId });
      this.ids.set(`p:${target}`, proxy.id);
    }
    // What was copied to the proxies' rows when they were made is not true of their targets any more.
    for (const label of ['d26', 'd3']) {
      await updateDocument(unit, {
        id: this.#id(label),
        properties: { 'dc:title': `changed ${label}`, 'dc:nature': null },
        changeToken: null,
      });
    }
  }

  /** Versions must follow the rights of their live documents. */
  async #moveRights(unit: WriteUnit): Promise<void> {
    const acls = (aces: readonly Ace[]) => [{ name: localAclName, aces }];
    await setOwnAcls(unit, {
      id: this.#id('d8'),
      acls: acls([grantAce('carol', 'Browse')]),
    });
    await setOwnAcls(unit, { id: this.#id('d20'), acls: acls([denyAll]) });
  }
}

/** What came by itself: initial content by its path, first versions by their documents. */
async function labelOthers(handle: ReadHandle, ids: Map<string, DocumentId>): Promise<void> {
  const rows = await handle.all(
    handle.builder.selectFrom('document').selectAll().orderBy('version_created_at'),
  );
  const labels = new Map([...ids].map(([label, id]) => [id as string, label]));
  for (const row of rows) {
    if (labels.has(row.id)) continue;
    const of = labels.get(row.series_id) ?? row.name;
    const made = ids.has(`${of}@made`) ? `${of}@made again` : `${of}@made`;
    ids.set(row.path ?? made, row.id as DocumentId);
  }
}
