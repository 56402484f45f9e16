import { parseJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import type { ContentModel, DocumentShape } from '../../model/content-model.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { Properties } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { aclKeyOf, type DocumentRow } from '../sql/document-row.ts';
import { readChain } from '../unit/acl-cache.ts';
import type { Finding, IntegrityContext, Severity } from './check.ts';
import { pagesOf } from './paging.ts';
import { parseAcls, parseNames } from './stored-json.ts';

/** With the ACL that the row will have once no change is pending. */
type InspectedRow = Omit<DocumentRow, 'acl_id'> & { readonly acl_id: number };

/** A document row with the rows it depends on; each part is undefined if it cannot be read. */
export interface InspectedDocument {
  readonly row: InspectedRow;
  /** Of the tree, when the row was read. */
  readonly treeRevision: number;
  readonly parent: RelatedRow | undefined;
  readonly target: RelatedRow | undefined;
  readonly baseVersion: RelatedRow | undefined;
  /** Undefined when the column is not a JSON object. */
  readonly properties: Properties | undefined;
  /** Undefined when the column is not a list of ACLs; empty without own entries. */
  readonly ownAcls: readonly Acl[] | undefined;
  readonly instanceFacets: readonly string[] | undefined;
  /** Undefined when the type is unknown. */
  readonly shape: DocumentShape | undefined;
  /** Xpath → the reference row of the blob there. */
  readonly references: ReadonlyMap<string, ReferenceRow>;
}

type RelatedRow = Pick<
  InspectedRow,
  'id' | 'path' | 'acl_id' | 'is_version' | 'series_id' | 'proxy_target_id'
>;

interface ReferenceRow {
  readonly document_id: string;
  readonly xpath: string;
  readonly blob_key: string;
  /** Null when there is no row for the blob. */
  readonly size: number | null;
  /** Null when there is no row for the blob. */
  readonly provider: string | null;
  /** Of the request to store it with the records; null when there is none. */
  readonly token: string | null;
}

export interface Problem {
  readonly severity: Severity;
  readonly text: string;
}

/** An invariant of single documents. All of these are checked in one scan of the table. */
export interface DocumentCheck {
  readonly name: string;
  inspect(document: InspectedDocument, context: IntegrityContext): Iterable<Problem>;
}

export function defineDocumentCheck(check: DocumentCheck): DocumentCheck {
  return check;
}

export function error(text: string): Problem {
  return { severity: 'error', text };
}

export function warning(text: string): Problem {
  return { severity: 'warning', text };
}

/** Notes are properties, so a page may be large. */
const pageSize = 200;

export async function* inspectDocuments(
  context: IntegrityContext,
  checks: readonly DocumentCheck[],
): AsyncGenerator<Finding> {
  for await (const page of documentPages(context)) {
    for (const document of page) {
      for (const check of checks) {
        for (const problem of check.inspect(document, context)) {
          yield { ...problem, table: 'document', id: document.row.id };
        }
      }
    }
  }
}

function documentPages({
  database,
  model,
}: IntegrityContext): AsyncGenerator<readonly InspectedDocument[]> {
  return pagesOf<InspectedDocument>(database, pageSize, async (handle, after) => {
    const rows = await readRows(handle, after?.row.id);
    const ids = rows.flatMap((row) => [row.parent_id, row.proxy_target_id, row.base_version_id]);
    const related = await readRelated(handle, ids);
    const references = await readReferences(handle, rows);
    const find = (id: string | null) => (id === null ? undefined : related.get(id));
    return rows.map((row) => ({
      row,
      treeRevision: handle.tree.revision,
      parent: find(row.parent_id),
      target: find(row.proxy_target_id),
      baseVersion: find(row.base_version_id),
      references: new Map((references.get(row.id) ?? []).map((each) => [each.xpath, each])),
      ...parseColumns(model, row),
    }));
  });
}

/** Rows as pending changes make them, with the ACLs that the rows will have. */
async function readRows(handle: ReadHandle, after: string | undefined): Promise<InspectedRow[]> {
  const query = handle.builder.selectFrom('document').selectAll().orderBy('id').limit(pageSize);
  const rows = await handle.all(after === undefined ? query : query.where('id', '>', after));
  return withAcls(handle, rows);
}

async function withAcls<Row extends { readonly acl_id: AclKey }>(
  handle: ReadHandle,
  rows: readonly Row[],
): Promise<(Row & { readonly acl_id: number })[]> {
  const ids = new Map<AclKey, number>();
  for (const { acl_id: key } of rows) {
    if (!ids.has(key)) ids.set(key, await resolvedId(handle, aclKeyOf(key)));
  }
  return rows.map((row) => ({ ...row, acl_id: ids.get(row.acl_id) ?? 0 }));
}

async function readRelated(
  handle: ReadHandle,
  ids: readonly (string | null)[],
): Promise<Map<string, RelatedRow>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'path', 'acl_id', 'is_version', 'series_id', 'proxy_target_id'])
      .where('id', 'in', wanted),
  );
  const resolved = await withAcls(handle, rows);
  return new Map(resolved.map((row) => [row.id, row]));
}

/** An ACL that is missing is reported with the references. */
async function resolvedId(handle: ReadHandle, key: AclKey): Promise<number> {
  if (typeof key === 'number') return key;
  const [nearest] = await readChain(handle, key);
  return nearest?.id ?? 0;
}

async function readReferences(
  handle: ReadHandle,
  documents: readonly DocumentRow[],
): Promise<Map<string, ReferenceRow[]>> {
  if (documents.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('blob_reference')
      .leftJoin('blob', 'blob.key', 'blob_reference.blob_key')
      .leftJoin('record_content', 'record_content.blob_key', 'blob_reference.blob_key')
      .select(['document_id', 'xpath', 'blob_reference.blob_key', 'size', 'provider', 'token'])
      .where(
        'document_id',
        'in',
        documents.map(({ id }) => id),
      ),
  );
  return Map.groupBy(rows, (row) => row.document_id);
}

function parseColumns(model: ContentModel, row: DocumentRow) {
  const instanceFacets = row.instance_facets === null ? [] : parseNames(row.instance_facets);
  const isKnown = model.findType(row.primary_type) !== undefined;
  return {
    instanceFacets,
    shape: isKnown ? model.shapeOf(row.primary_type, instanceFacets ?? []) : undefined,
    ownAcls: row.own_acl === null ? [] : parseAcls(row.own_acl),
    properties: parseObject(row.properties),
  };
}

function parseObject(text: string): Properties | undefined {
  try {
    const value = parseJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Properties) : undefined;
  } catch {
    return undefined;
  }
}
