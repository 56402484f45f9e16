import type { ExpressionBuilder } from 'kysely';
import { assert } from '../../base/assert.ts';
import { parseJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { joinPath, parentPath } from '../../model/document-path.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { documentColumns, type Tables } from '../../storage/tables.ts';
import { internAcl } from '../access/acl-interning.ts';
import { findGranted } from '../access/permissions.ts';
import { insertDocuments } from '../changes/insert-documents.ts';
import { type CopiedDocument, copyMembers } from '../changes/member-copies.ts';
import { type DocumentRow, grantTarget } from '../sql/document-row.ts';
import { isBelowPathAfter, pathInOrder } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { copyOf } from './copied-document.ts';

interface TreeCopy {
  readonly source: Document;
  /** The copy of the source, which is stored already. */
  readonly top: Pick<DocumentRow, 'path'>;
  readonly resetsLifecycle: boolean;
  /** In a place that no reader sees yet. */
  readonly isStaged: boolean;
}

/** Notes are properties, so a batch may be large. */
const rowsPerBatch = 200;

/**
 * Copies the readable descendants of the source in the order of paths: parents before children.
 * Descendants of a document that is left out are left out too. Memory is that of one batch; the
 * number of statements grows with the batches and the different ACLs.
 */
export async function copyDescendants(unit: WriteUnit, copy: TreeCopy): Promise<void> {
  let after: string | null = copy.source.path;
  while (after !== null) {
    after = await copyNext(unit, copy, { after, rowsMax: rowsPerBatch });
  }
}

/** Returns the path of the last document that was read, or null after the last one. */
export async function copyNext(
  unit: WriteUnit,
  copy: TreeCopy,
  { after, rowsMax }: { readonly after: string; readonly rowsMax: number },
): Promise<string | null> {
  const { handle } = unit;
  const excluded = unit.model.definition.types.filter((type) => type.excludedFromCopy);
  const types = excluded.map((type) => type.name);
  const from = copy.source.path ?? '';
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(documentColumns)
      .where(isBelowPathAfter(handle, from, after))
      .$if(types.length > 0, (q) => q.where('primary_type', 'not in', types))
      // They may be many, and the folder that they are in is excluded.
      .where((e) => e.not(e.exists(commentOf(e))))
      // Descendants of a trashed document are trashed, too.
      .$if(!copy.source.isTrashed, (q) => q.where('is_trashed', '=', 0))
      .orderBy(pathInOrder(handle, from))
      .limit(rowsMax),
  );
  if (rows.length > 0) await copyBatch(unit, { copy, rows });
  return rows.length < rowsMax ? null : (rows.at(-1)?.path ?? null);
}

function commentOf(e: ExpressionBuilder<Tables, 'document'>) {
  return e
    .selectFrom('comment_entry')
    .select('comment_entry.id')
    .whereRef('comment_entry.id', '=', 'document.id');
}

async function copyBatch(
  unit: WriteUnit,
  { copy, rows }: { copy: TreeCopy; rows: readonly DocumentRow[] },
): Promise<void> {
  const parents = await storedParents(unit.handle, copy, rows);
  const acls = new CopiedAcls(unit.handle);
  const targets = rows.map(grantTarget);
  const readable = await findGranted(unit, { targets, permission: 'Read' });
  const copies: DocumentRow[] = [];
  const copied: CopiedDocument[] = [];
  for (const row of rows) {
    const parent = parents.get(parentPath(row.path ?? '') ?? '');
    if (!parent || !readable.has(row.id)) continue;
    const made = copyOf(unit, row, {
      parentId: parent.id,
      name: row.name,
      path: joinPath(parent.path, row.name),
      aclId: await acls.idOf(parent.aclId, row.own_acl),
      position: row.position,
      resetsLifecycle: copy.resetsLifecycle,
    });
    copies.push(made);
    copied.push({ source: row, copyId: made.id });
    parents.set(row.path ?? '', placeOf(made));
  }
  if (copies.length === 0) return;
  const { isStaged } = copy;
  const eventId = isStaged ? null : 'documentCreatedByCopy';
  const isStored = await insertDocuments(unit, { rows: copies, eventId, isStaged });
  assert(isStored, 'nothing else is below a copy that was just made');
  await copyMembers(unit, copied);
}

interface Place {
  readonly id: string;
  readonly path: string;
  readonly aclId: AclKey;
}

function placeOf(row: Pick<DocumentRow, 'id' | 'path' | 'acl_id'>): Place {
  return { id: row.id, path: row.path ?? '', aclId: row.acl_id };
}

/** Path of the source's → its copy, for the parents that earlier batches made. */
async function storedParents(
  handle: WriteHandle,
  { source, top }: TreeCopy,
  rows: readonly DocumentRow[],
): Promise<Map<string, Place>> {
  const oldTop = source.path ?? '';
  const newTop = top.path ?? '';
  const wanted = new Map<string, string>();
  for (const row of rows) {
    const oldPath = parentPath(row.path ?? '') ?? '';
    wanted.set(newTop + oldPath.slice(oldTop.length), oldPath);
  }
  // They have been stored as they are, and may be in a place that no reader sees.
  const found = await handle.all(
    handle.rows
      .selectFrom('document')
      .select(['id', 'path', 'acl_id'])
      .where('path', 'in', [...wanted.keys()]),
  );
  return new Map(found.map((row) => [wanted.get(row.path ?? '') ?? '', placeOf(row)]));
}

/** Equal entries below equal parents are one row, which is read once in a batch. */
class CopiedAcls {
  readonly #handle: WriteHandle;
  readonly #ids = new Map<string, number>();

  constructor(handle: WriteHandle) {
    this.#handle = handle;
  }

  async idOf(parentAclId: AclKey, own: string | null): Promise<AclKey> {
    if (own === null) return parentAclId;
    const key = `${parentAclId} ${own}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = await internAcl(this.#handle, parentAclId, parseJson(own) as Acl[]);
    this.#ids.set(key, id);
    return id;
  }
}
