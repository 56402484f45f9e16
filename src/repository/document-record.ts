import { assert } from '../base/assert.ts';
import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import { limits } from '../base/limits.ts';
import { isLongText } from '../base/turns.ts';
import type { Document } from '../model/document.ts';
import type { Properties } from '../model/value.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { DocumentRow } from './document-row.ts';
import { indexChange } from './fulltext/write-index.ts';
import { rememberDocument } from './known-documents.ts';
import type { Session } from './session.ts';

/** Columns copied from properties, so that queries can sort and filter by an index. */
export interface DerivedColumns {
  readonly title_key: string;
  readonly creator: string | null;
  readonly created_at: number | null;
  readonly modified_at: number | null;
}

export function derivedColumns(properties: Properties): DerivedColumns {
  return {
    title_key: titleKey(properties['dc:title']),
    creator: textOrNull(properties['dc:creator']),
    created_at: numberOrNull(properties['dc:created']),
    modified_at: numberOrNull(properties['dc:modified']),
  };
}

/** The start of the title, cut between characters so that the cut leaves valid text. */
function titleKey(title: unknown): string {
  if (typeof title !== 'string') return '';
  return title.length <= limits.titleKeyLengthMax
    ? title
    : title.slice(0, limits.titleKeyLengthMax).toWellFormed();
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** As the properties are when they are read again: those that are not set are left out. */
export function setProperties(properties: Properties): Properties {
  const set: Record<string, Properties[string]> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined && value !== null) set[key] = value;
  }
  return set;
}

/** Of large properties, which a document and its version have in common. */
const largeJson = new WeakMap<Properties, string>();

/**
 * JSON as stored. Unset properties are left out.
 *
 * @throws AppError document.too-large
 */
export function storedProperties(properties: Properties): string {
  const known = largeJson.get(properties);
  if (known !== undefined) return known;
  const json = stringifyJson(setProperties(properties));
  requireFitting(json);
  if (isLongText(json)) largeJson.set(properties, json);
  return json;
}

/** Each change may be small enough: what grows by many would fit into no list any more. */
function requireFitting(json: string): void {
  const max = limits.storedPropertiesBytesMax;
  // A character has three bytes at most: of nearly all texts none is counted.
  if (json.length * 3 <= max) return;
  const bytes = Buffer.byteLength(json);
  if (bytes <= max) return;
  throw new AppError(
    'document.too-large',
    `the properties have ${bytes} bytes together, and one document holds at most ${max}: ` +
      'shorten them, or store long texts as files',
  );
}

/** Everything a fresh live document has in common. */
export const blankRow = {
  instance_facets: null,
  position: null,
  own_acl: null,
  is_trashed: 0,
  lock_owner: null,
  lock_created_at: null,
  system_token: 0,
  user_token: 0,
  is_version: 0,
  is_checked_out: 1,
  base_version_id: null,
  version_created_at: null,
  is_latest_version: 0,
  is_latest_major_version: 0,
  version_description: null,
  proxy_target_id: null,
} as const;

const insertRow = defineStatement<DocumentRow, { id: string }>((b, p) =>
  b
    .insertInto('document')
    .values({
      id: p.id,
      parent_id: p.parent_id,
      name: p.name,
      path: p.path,
      primary_type: p.primary_type,
      instance_facets: p.instance_facets,
      lifecycle_state: p.lifecycle_state,
      position: p.position,
      properties: p.properties,
      title_key: p.title_key,
      creator: p.creator,
      created_at: p.created_at,
      modified_at: p.modified_at,
      own_acl: p.own_acl,
      acl_id: p.acl_id,
      is_trashed: p.is_trashed,
      lock_owner: p.lock_owner,
      lock_created_at: p.lock_created_at,
      system_token: p.system_token,
      user_token: p.user_token,
      is_version: p.is_version,
      is_checked_out: p.is_checked_out,
      series_id: p.series_id,
      base_version_id: p.base_version_id,
      version_created_at: p.version_created_at,
      is_latest_version: p.is_latest_version,
      is_latest_major_version: p.is_latest_major_version,
      version_description: p.version_description,
      proxy_target_id: p.proxy_target_id,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** False when the name or path is taken; nothing is stored then. */
export async function insertDocumentRow(handle: WriteHandle, row: DocumentRow): Promise<boolean> {
  return (await handle.execute(insertRow, row)) === 1;
}

interface ContentParams extends DerivedColumns {
  id: string;
  properties: string;
  lifecycle_state: string;
  is_checked_out: number;
  base_version_id: string | null;
  system_token: number;
  user_token: number;
}

const updateContent = defineStatement<ContentParams, unknown>((b, p) =>
  b
    .updateTable('document')
    .set({
      properties: p.properties,
      title_key: p.title_key,
      creator: p.creator,
      created_at: p.created_at,
      modified_at: p.modified_at,
      lifecycle_state: p.lifecycle_state,
      is_checked_out: p.is_checked_out,
      base_version_id: p.base_version_id,
      system_token: p.system_token,
      user_token: p.user_token,
    })
    .where('id', '=', p.id),
);

/** What a save may change; everything else has its own function (move, lock, ACL, trash). */
export interface ContentChange {
  readonly properties?: Properties;
  readonly state?: string;
  readonly isCheckedOut?: boolean;
  readonly baseVersionId?: Document['baseVersionId'];
  /** The author sent a change token: the second number grows too. */
  readonly byTokenHolder?: boolean;
}

/**
 * Stores the change and answers the document as it is now. The document must have been read for
 * update in this unit: it is written with the unit's end, or before the next statement.
 */
export async function saveContent(
  handle: WriteHandle,
  session: Session,
  { document, change }: { document: Document; change: ContentChange },
): Promise<Document> {
  assert(session.listing === undefined, 'a document of a list may lack values and cannot be saved');
  const { byTokenHolder = false, ...content } = change;
  const saved: Document = {
    ...document,
    ...content,
    systemToken: document.systemToken + 1,
    userToken: document.userToken + (byTokenHolder ? 1 : 0),
  };
  handle.postpone(`content of ${saved.id}`, updateContent, {
    id: saved.id,
    properties: storedProperties(saved.properties),
    ...derivedColumns(saved.properties),
    lifecycle_state: saved.state,
    is_checked_out: saved.isCheckedOut ? 1 : 0,
    base_version_id: saved.baseVersionId,
    system_token: saved.systemToken,
    user_token: saved.userToken,
  });
  if (change.properties) await indexChange(handle, session, { before: document, after: saved });
  rememberDocument(handle, saved);
  return saved;
}
