import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import { type Ace, localAclName } from '../../src/model/acl.ts';
import { loadDefaultModel } from '../../src/model/content-model-file.ts';
import { loadDefaultDirectories } from '../../src/model/directory-file.ts';
import type { Document } from '../../src/model/document.ts';
import { buildNotificationCatalogue } from '../../src/model/notification-file.ts';
import { createPrincipal, type Principal, systemPrincipal } from '../../src/model/principal.ts';
import type { Properties } from '../../src/model/value.ts';
import { loadDefaultWorkflows } from '../../src/model/workflow/workflow-file.ts';
import { listChildren } from '../../src/repository/documents/children.ts';
import { type DocumentReference, getDocument } from '../../src/repository/documents/documents.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { ensureInitialContent } from '../../src/repository/editing/initial-content.ts';
import { removeDocument } from '../../src/repository/editing/remove-document.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { AclCache } from '../../src/repository/unit/acl-cache.ts';
import { PageCursors } from '../../src/repository/unit/page-cursors.ts';
import { RecentDocuments } from '../../src/repository/unit/recent-documents.ts';
import {
  createSystemUnit,
  createUnit,
  type ReadUnit,
  type RepositoryContext,
  type WriteUnit,
} from '../../src/repository/unit/unit.ts';
import type { Database, WriteHandle, WriteOptions } from '../../src/storage/database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { makeFolder, openTestDatabase } from './engines.ts';
import { storeFindings } from './invariants.ts';

export interface NewChild {
  readonly name: string;
  readonly type?: string;
  readonly properties?: Properties;
}

/** One user at work: each call is a unit of its own with a session of its own, as in a request. */
export class Actor {
  readonly principal: Principal;
  readonly #database: Database;
  readonly #context: RepositoryContext;

  constructor(database: Database, context: RepositoryContext, principal: Principal) {
    this.#database = database;
    this.#context = context;
    this.principal = principal;
  }

  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    return this.#database.read((handle) => work(createUnit(handle, this.#context, this.principal)));
  }

  write<T>(work: (unit: WriteUnit) => Promise<T>, options?: WriteOptions): Promise<T> {
    const { principal } = this;
    const unitOf = (handle: WriteHandle) => createUnit(handle, this.#context, principal);
    return this.#database.write((handle) => work(unitOf(handle)), undefined, options);
  }

  create(parentId: DocumentId, child: NewChild): Promise<Document> {
    const { name, type = 'File', properties = {} } = child;
    const work = (unit: WriteUnit) => createDocument(unit, { parentId, name, type, properties });
    return this.write(work, { sharesCommit: true });
  }

  get(reference: DocumentReference): Promise<Document> {
    return this.read((unit) => getDocument(unit, reference));
  }

  update(id: DocumentId, properties: Properties): Promise<Document> {
    return this.write((unit) => updateDocument(unit, { id, properties, changeToken: null }));
  }

  remove(id: DocumentId): Promise<void> {
    return this.write((unit) => removeDocument(unit, id));
  }

  setAcl(id: DocumentId, aces: readonly Ace[]): Promise<Document> {
    return this.write((unit) => setOwnAcls(unit, { id, acls: [{ name: localAclName, aces }] }));
  }

  /** Names of the children the user may browse. */
  async childNames(parentId: DocumentId): Promise<string[]> {
    const { entries } = await this.read((unit) =>
      listChildren(unit, {
        parentId,
        offset: 0,
        limit: 1_000,
        sort: { by: 'name', order: 'asc' },
      }),
    );
    return entries.map((entry) => entry.name);
  }

  async canRead(id: DocumentId): Promise<boolean> {
    return this.get({ id }).then(
      () => true,
      (error) => {
        if (error.code !== 'permission.denied') throw error;
        return false;
      },
    );
  }
}

/** Tests of changes of subtrees run with pending changes as well: see `test/engines/pending-…`. */
function writtenAtOnce(): number {
  return Number(process.env.CARTULARY_TEST_WRITTEN_AT_ONCE ?? limits.writtenAtOnce);
}

/** A store with its initial content and nothing above the repository layer. */
export interface TestRepository {
  readonly engine: EngineName;
  readonly database: Database;
  readonly context: RepositoryContext;
  /** The server itself, who may do everything. */
  readonly system: Actor;
  /** /default-domain/workspaces */
  readonly workspaces: Document;
  user(username: string, ...groups: string[]): Actor;
  administrator(username: string): Actor;
  /** What is wrong in the store, by the program's own check and by the tests' second opinion. */
  findings(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openTestRepository(
  engine: EngineName,
  options: Partial<Pick<RepositoryContext, 'writtenAtOnceMax' | 'sendsMail'>> = {},
): Promise<TestRepository> {
  const store = await openTestDatabase(engine);
  const folder = await makeFolder();
  const blobs = await openFileBlobStore({ root: folder.path });
  const context = {
    repositoryName: 'default',
    stores: [],
    model: await loadDefaultModel(),
    acls: new AclCache(),
    cursors: new PageCursors(),
    recent: new RecentDocuments(2 ** 20),
    directories: loadDefaultDirectories(),
    isAudited: true,
    hasFulltext: true,
    passwords: { minLength: 0, administratorMinLength: 0 },
    writtenAtOnceMax: writtenAtOnce(),
    propertiesBytesMax: limits.storedPropertiesBytesMax,
    notifications: buildNotificationCatalogue([]),
    workflowModels: loadDefaultWorkflows(),
    sendsMail: false,
    mailRules: { attachmentsBytesMax: 1_000_000, invitationDays: 7, templates: new Set<string>() },
    ...options,
  };
  const { database } = store;
  await database.write((handle) => ensureInitialContent(createSystemUnit(handle, context)));
  const system = new Actor(database, context, systemPrincipal);
  return {
    engine,
    database,
    context,
    system,
    workspaces: await system.get({ path: '/default-domain/workspaces' }),
    user: (username, ...groups) =>
      new Actor(database, context, createPrincipal(username, [...groups, 'members'], false)),
    administrator: (username) => new Actor(database, context, createPrincipal(username, [], true)),
    findings: () => storeFindings({ database, blobs, model: context.model }),
    close: async () => {
      await store.close();
      await folder.remove();
    },
  };
}
