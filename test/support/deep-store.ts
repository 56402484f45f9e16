import { sql } from 'kysely';
import type { DocumentId } from '../../src/base/ids.ts';
import { type Ace, grantAce } from '../../src/model/acl.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import {
  type QueriedDocuments,
  queryDocuments,
} from '../../src/repository/query/query-documents.ts';
import type { WriteUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import type { ReadHandle, WriteHandle } from '../../src/storage/database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { type Actor, openTestRepository, type TestRepository } from './repository.ts';
import { denyAll } from './security.ts';

/** More documents than are counted off row by row. */
export interface DeepStore {
  readonly repository: TestRepository;
  readonly system: Actor;
  /** Sees what is in the folders that are open to readers. */
  readonly reader: Actor;
  /** Half of all files, open to readers. */
  readonly wideId: DocumentId;
  readonly openIds: readonly DocumentId[];
}

const filesMax = 3_200;
const withoutDatesMax = 1_300;
const startMs = Date.UTC(2024, 0, 1);

/**
 * Files and notes with titles and instants that repeat, some without instants; versions and proxies
 * among them; and folders with several ACLs, of which some are closed to readers.
 */
export async function openDeepStore(engine: EngineName): Promise<DeepStore> {
  const repository = await openTestRepository(engine);
  const { system, workspaces } = repository;
  const folders: DocumentId[] = [];
  for (const [at, aces] of acls.entries()) {
    const folder = await system.create(workspaces.id, { name: `folder-${at}`, type: 'Folder' });
    await system.setAcl(folder.id, aces);
    folders.push(folder.id);
  }
  const [wideId, , ...closable] = folders as [DocumentId, DocumentId, ...DocumentId[]];
  for (let start = 0; start < filesMax; start += 400) {
    await system.write((unit) => addFiles(unit, { folders, start }));
  }
  await system.write(({ handle }) => forgetDates(handle));
  return {
    repository,
    system,
    reader: repository.user('reader'),
    wideId,
    openIds: [wideId, ...closable],
  };
}

const acls: readonly (readonly Ace[])[] = [
  [grantAce('reader', 'Read')],
  [denyAll],
  [grantAce('reader', 'Browse'), denyAll],
  [grantAce('Everyone', 'Read')],
];

async function addFiles(
  unit: WriteUnit,
  { folders, start }: { folders: readonly DocumentId[]; start: number },
): Promise<void> {
  for (let n = start; n < start + 400; n += 1) {
    const folder = folders[n % 2 === 0 ? 0 : 1 + (n % 3)] as DocumentId;
    const at = { ...unit, nowMs: startMs + ((n * 37) % 500) * 1_000 };
    const document = await createDocument(at, {
      parentId: folder,
      name: `file-${String((n * 7) % filesMax).padStart(4, '0')}`,
      type: n % 5 === 0 ? 'Note' : 'File',
      properties: { 'dc:title': `title ${(n * 13) % 700}` },
    });
    if (n % 40 === 0) {
      const target = await getDocumentForUpdate(unit, document.id);
      await checkIn(at, { document: target, by: 'MINOR' });
    }
    if (n % 60 === 0) {
      await createProxy(at, {
        targetId: document.id,
        folderId: folders[3] as DocumentId,
      });
    }
  }
}

/** As documents of types without these properties are; no type that comes with the program is such. */
async function forgetDates(handle: WriteHandle): Promise<void> {
  const some = handle.builder
    .selectFrom('document')
    .select('id')
    .where('title_key', 'like', 'title %')
    .orderBy(sql`substr(id, 15)`)
    .limit(withoutDatesMax);
  await handle.run(
    handle.builder
      .updateTable('document')
      .set({ created_at: null, modified_at: null })
      .where('id', 'in', some),
  );
}

export interface PageAsked {
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
  readonly countLimit?: number;
}

export function queryPage(
  actor: Actor,
  { text, countLimit = 0, ...page }: PageAsked,
  tap: (handle: ReadHandle) => ReadHandle = (handle) => handle,
): Promise<QueriedDocuments> {
  const query = parseQuery(text);
  return actor.read((unit) =>
    queryDocuments({ ...unit, handle: tap(unit.handle) }, { query, countLimit, ...page }),
  );
}

/** The texts and parameters of the statements that a handle was given. */
export class StatementLog {
  readonly statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

  readonly tap = (handle: ReadHandle): ReadHandle => {
    const { statements } = this;
    return new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const [query] = given as [{ compile?: () => (typeof statements)[number] }];
          const compiled = query.compile?.();
          if (compiled) statements.push(compiled);
          return value.apply(target, given);
        };
      },
    });
  };

  /** Rows that the store was told to skip, by the last statement that pages. */
  skipped(): unknown {
    const paging = this.statements.findLast(({ sql: text }) => /\boffset [$?]/.test(text));
    return paging?.parameters.at(-1);
  }
}
