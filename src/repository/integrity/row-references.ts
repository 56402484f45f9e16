import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import type { Tables } from '../../storage/tables.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';
import { pagesOf } from './paging.ts';

/** Columns of one table that name a row of another. */
interface RowReference {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly target: keyof Tables;
  readonly targetKey: readonly string[];
}

function reference(
  table: RowReference['table'],
  key: readonly string[],
  rest: Omit<RowReference, 'table' | 'key'>,
): RowReference {
  return { table, key, ...rest };
}

function to(target: keyof Tables, columns: readonly string[], targetKey: readonly string[]) {
  return { columns, target, targetKey };
}

const fileKey = ['batch_id', 'file_index'];
const memberKey = ['groupname', 'member_kind', 'member_name'];
const collectionKey = ['collection_id', 'member_id', 'added_after'];
const referenceKey = ['document_id', 'xpath'];
const actorKey = ['task_id', 'actor', 'is_delegated'];
const taskDocumentKey = ['task_id', 'document_id'];
const grantKey = ['task_id', 'document_id', 'principal', 'kind'];
const workflowDocumentKey = ['instance_id', 'document_id'];

/** As the migrations declare them. */
const references: readonly RowReference[] = [
  reference('acl', ['id'], to('acl', ['parent_id'], ['id'])),
  reference('auth_token', ['id'], to('user_account', ['username'], ['username'])),
  reference('blob_lease', ['id'], to('blob', ['blob_key'], ['key'])),
  reference('blob_reference', referenceKey, to('blob', ['blob_key'], ['key'])),
  reference('blob_reference', referenceKey, to('document', ['document_id'], ['id'])),
  reference('blob_text', ['blob_key'], to('blob', ['blob_key'], ['key'])),
  reference('collection_list', ['id'], to('collection_list', ['source_id'], ['id'])),
  reference('collection_list', ['id'], to('document', ['document_id'], ['id'])),
  reference('collection_member', collectionKey, to('collection_list', ['collection_id'], ['id'])),
  reference('collection_member', collectionKey, to('document', ['member_id'], ['id'])),
  reference('comment_entry', ['id'], to('document', ['id'], ['id'])),
  reference('comment_folder', ['folder_id'], to('document', ['folder_id'], ['id'])),
  reference('comment_folder', ['folder_id'], to('document', ['document_id'], ['id'])),
  reference(
    'csv_import_line',
    ['import_id', 'is_success', 'line'],
    to('csv_import', ['import_id'], ['id']),
  ),
  reference('document', ['id'], to('acl', ['acl_id'], ['id'])),
  reference('document', ['id'], to('document', ['parent_id'], ['id'])),
  reference('document', ['id'], to('document', ['proxy_target_id'], ['id'])),
  reference('document_fulltext', ['document_id'], to('document', ['document_id'], ['id'])),
  reference('drive_root', ['username', 'document_id'], to('document', ['document_id'], ['id'])),
  reference(
    'external_grant',
    ['token_id', 'document_id'],
    to('external_token', ['token_id'], ['id']),
  ),
  reference('external_grant', ['token_id', 'document_id'], to('document', ['document_id'], ['id'])),
  reference('group_member', memberKey, to('user_group', ['groupname'], ['groupname'])),
  reference('oauth2_code', ['digest'], to('oauth2_client', ['client_id'], ['id'])),
  reference('oauth2_code', ['digest'], to('user_account', ['username'], ['username'])),
  reference('oauth2_token', ['id'], to('oauth2_client', ['client_id'], ['id'])),
  reference('oauth2_token', ['id'], to('user_account', ['username'], ['username'])),
  reference('pending_change', ['seq'], to('acl', ['new_acl'], ['id'])),
  reference('media_work', ['document_id', 'kind'], to('document', ['document_id'], ['id'])),
  reference('note_thumbnail', ['document_id'], to('document', ['document_id'], ['id'])),
  reference('note_thumbnail', ['document_id'], to('blob', ['result_key'], ['key'])),
  reference(
    'permission_notice',
    ['document_id', 'ace_key'],
    to('document', ['document_id'], ['id']),
  ),
  reference('record_content', ['blob_key'], to('blob', ['blob_key'], ['key'])),
  reference('conversion', ['id'], to('blob', ['source_key'], ['key'])),
  reference('conversion', ['id'], to('blob', ['result_key'], ['key'])),
  reference('rendition', ['blob_key', 'name'], to('blob', ['blob_key'], ['key'])),
  reference('rendition', ['blob_key', 'name'], to('blob', ['result_key'], ['key'])),
  reference(
    'subscription',
    ['document_id', 'subscriber', 'name'],
    to('document', ['document_id'], ['id']),
  ),
  reference(
    'subscription_refusal',
    ['document_id', 'username', 'name'],
    to('document', ['document_id'], ['id']),
  ),
  reference('task', ['id'], to('document', ['id'], ['id'])),
  reference('task', ['id'], to('workflow_instance', ['instance_id'], ['id'])),
  reference('task_actor', actorKey, to('task', ['task_id'], ['id'])),
  reference('task_document', taskDocumentKey, to('task', ['task_id'], ['id'])),
  reference('task_document', taskDocumentKey, to('document', ['document_id'], ['id'])),
  reference('task_grant', grantKey, to('task', ['task_id'], ['id'])),
  reference('task_grant', grantKey, to('document', ['document_id'], ['id'])),
  reference('upload_chunk', [...fileKey, 'chunk_index'], to('upload_file', fileKey, fileKey)),
  reference('upload_file', fileKey, to('blob', ['blob_key'], ['key'])),
  reference('upload_file', fileKey, to('upload_batch', ['batch_id'], ['id'])),
  reference(
    'workflow_document',
    workflowDocumentKey,
    to('workflow_instance', ['instance_id'], ['id']),
  ),
  reference('workflow_document', workflowDocumentKey, to('document', ['document_id'], ['id'])),
  reference('workflow_instance', ['id'], to('document', ['id'], ['id'])),
  reference('workflow_instance', ['id'], to('workflow_model', ['model_digest'], ['digest'])),
];

/**
 * Rows refer to existing rows. The databases enforce that, unless it was switched off or the file
 * is damaged.
 */
export const rowReferences = defineCheck({
  name: 'row-references',
  async *run(context) {
    for (const each of references) yield* brokenReferences(context, each);
  },
});

/** Key columns, then the referring columns, under generated names. */
type BrokenRow = Readonly<Record<string, string | number>>;

const pageSize = 500;

/** The database compares and returns broken rows only. */
async function* brokenReferences(
  { database }: IntegrityContext,
  reference: RowReference,
): AsyncGenerator<Finding> {
  const { table, key, columns, target } = reference;
  const pages = pagesOf<BrokenRow>(database, pageSize, (handle, after) =>
    readBroken(handle, reference, after),
  );
  for await (const page of pages) {
    for (const row of page) {
      const id = key.map((_column, index) => row[`key_${index}`]).join('/');
      const value = columns.map((_column, index) => row[`value_${index}`]).join('/');
      const text = `${columns.join(', ')} names the ${target} ${value}, which does not exist`;
      yield { severity: 'error', table, id, text };
    }
  }
}

function readBroken(
  handle: ReadHandle,
  { table, key, columns, target, targetKey }: RowReference,
  after: BrokenRow | undefined,
): Promise<BrokenRow[]> {
  const keys = key.map((column) => sql.ref(`source.${column}`));
  const values = columns.map((column) => sql.ref(`source.${column}`));
  const targets = targetKey.map((column) => sql.ref(`target.${column}`));
  const follows = after
    ? sql`(${sql.join(keys)}) > (${sql.join(key.map((_column, index) => after[`key_${index}`]))})`
    : sql`1 = 1`;
  const query = sql<BrokenRow>`
    select ${sql.join([...named(keys, 'key'), ...named(values, 'value')])}
    from ${sql.table(table)} as source left join ${sql.table(target)} as target
      on (${sql.join(targets)}) = (${sql.join(values)})
    where ${targets[0]} is null and ${values[0]} is not null and ${follows}
    order by ${sql.join(keys)} limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.rows, query));
}

function named(columns: readonly RawBuilder<unknown>[], label: string): RawBuilder<unknown>[] {
  return columns.map((column, index) => sql`${column} as ${sql.ref(`${label}_${index}`)}`);
}
