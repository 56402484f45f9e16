import { parseJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { Acl } from '../../model/acl.ts';
import { parentPath, rootPath } from '../../model/document-path.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { DocumentTable } from '../../storage/tables.ts';
import { type InternedAcl, restoreAcls } from '../access/acl-interning.ts';
import { storePlaces } from '../changes/tree-rows.ts';
import { aclKeyOf } from '../sql/document-row.ts';
import { isAtPath } from '../sql/tree-conditions.ts';
import { readChain } from '../unit/acl-cache.ts';
import { identifyAcl } from '../unit/acl-chain.ts';
import type { WriteUnit } from '../unit/unit.ts';

type PlacedRow = Pick<DocumentTable, 'id' | 'acl_id' | 'is_trashed'> & { readonly path: string };

/**
 * Computes the effective ACLs of documents again, from the own entries of each document and of its
 * ancestors, and stores those that differ. Versions follow their live document and are left alone.
 * Returns the ids of the documents whose rows were wrong.
 */
export async function renewEffectiveAcls(
  unit: WriteUnit,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { handle } = unit;
  // No entry and no place changes meanwhile.
  await handle.lockTree('exclusive');
  const rows = await readPlaced(handle, ids);
  if (rows.length === 0) return [];
  const acls = new ExpectedAcls(await readOwnAcls(handle, rows));
  const wrong: { readonly row: PlacedRow; readonly aclId: number }[] = [];
  const present = new Map<AclKey, number | undefined>();
  for (const row of rows) {
    const aclId = acls.at(row.path);
    const key = aclKeyOf(row.acl_id);
    if (!present.has(key)) present.set(key, await storedId(handle, key));
    if (present.get(key) !== aclId) wrong.push({ row, aclId });
    if (isTurnOver()) await giveTurn();
  }
  if (await restoreAcls(handle, acls.all)) handle.afterCommit(() => unit.acls.clear());
  await storePlaces(
    handle,
    wrong.map(({ row, aclId }) => ({
      id: row.id,
      path: row.path,
      aclId,
      isTrashed: row.is_trashed === 1,
    })),
  );
  return wrong.map(({ row }) => row.id);
}

async function readPlaced(handle: WriteHandle, ids: readonly string[]): Promise<PlacedRow[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'path', 'acl_id', 'is_trashed'])
      .where('id', 'in', keyList(handle.dialect, ids))
      .orderBy('id'),
  );
  return rows.flatMap(({ path, ...row }) => (path === null ? [] : { ...row, path }));
}

/** Undefined when the ACL that the key means is not in the store. */
async function storedId(handle: WriteHandle, key: AclKey): Promise<number | undefined> {
  if (typeof key === 'number') return key;
  const [nearest] = await readChain(handle, key);
  return nearest?.id;
}

const pathsPerQuery = 250;

/** Path → own entries, of the documents and their ancestors that have some. */
async function readOwnAcls(
  handle: WriteHandle,
  rows: readonly PlacedRow[],
): Promise<ReadonlyMap<string, readonly Acl[]>> {
  const paths = new Set<string>();
  for (const { path } of rows) for (const each of pathsDownTo(path)) paths.add(each);
  const found = new Map<string, readonly Acl[]>();
  for (const some of slicesOf([...paths], pathsPerQuery)) {
    const secured = await handle.all(
      handle.builder
        .selectFrom('document')
        .select(['path', 'own_acl'])
        .where(isAtPath(handle, some))
        .where('own_acl', 'is not', null),
    );
    for (const { path, own_acl } of secured) {
      if (path !== null && own_acl !== null) found.set(path, parseJson(own_acl) as Acl[]);
      if (isTurnOver()) await giveTurn();
    }
  }
  return found;
}

/** The root first, the path itself last. */
function pathsDownTo(path: string): readonly string[] {
  const paths = [path];
  for (let at = path; at !== rootPath; ) {
    at = parentPath(at) ?? rootPath;
    paths.unshift(at);
  }
  return paths;
}

/** The effective ACLs that follow from own entries. */
class ExpectedAcls {
  readonly #own: ReadonlyMap<string, readonly Acl[]>;
  readonly #ids = new Map<string, number>();
  readonly #all = new Map<number, InternedAcl>();

  constructor(own: ReadonlyMap<string, readonly Acl[]>) {
    this.#own = own;
  }

  /** Those of the paths so far, parents first. */
  get all(): readonly InternedAcl[] {
    return [...this.#all.values()];
  }

  at(path: string): number {
    let parentId: number | null = null;
    for (const each of pathsDownTo(path)) parentId = this.#below(parentId, each);
    return parentId ?? 0;
  }

  #below(parentId: number | null, path: string): number {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const own = this.#own.get(path) ?? [];
    const id = own.length === 0 && parentId !== null ? parentId : this.#add(parentId, own);
    this.#ids.set(path, id);
    return id;
  }

  #add(parentId: number | null, own: readonly Acl[]): number {
    const identity = identifyAcl(parentId, own);
    this.#all.set(identity.id, { ...identity, parentId, own });
    return identity.id;
  }
}
