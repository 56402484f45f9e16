import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { DocumentTable } from '../../storage/tables.ts';

/** A row of a list: without its properties if they are large, see `completeRows`. */
export type ListedRow = Omit<DocumentTable, 'properties'> & { readonly properties: string | null };

/** Bytes of the properties of one document up to which a list reads them at once, and whole. */
export const smallPropertiesBytesMax = 16_384;

const columns = [
  'id',
  'parent_id',
  'name',
  'path',
  'primary_type',
  'instance_facets',
  'lifecycle_state',
  'position',
  'title_key',
  'creator',
  'created_at',
  'modified_at',
  'own_acl',
  'acl_id',
  'is_trashed',
  'lock_owner',
  'lock_created_at',
  'system_token',
  'user_token',
  'is_version',
  'is_checked_out',
  'series_id',
  'base_version_id',
  'version_created_at',
  'is_latest_version',
  'is_latest_major_version',
  'version_description',
  'proxy_target_id',
  'tree_seq',
] as const satisfies readonly (keyof DocumentTable)[];

/** All columns of a document, without those that statements add while changes are pending. */
export const documentColumns = [...columns, 'properties'] as const;

/**
 * The columns of lists of documents: all, and the properties if they are small. That is checked for
 * each row without reading a large value.
 */
export function listedColumns(dialect: SqlDialect) {
  const small = sql<string | null>`case when ${areSmall(dialect)} then ${properties} end`;
  return [...columns.map((name) => `document.${name}` as const), small.as('properties')] as const;
}

export function selectListed(handle: ReadHandle) {
  return handle.builder.selectFrom('document').select(listedColumns(handle.dialect));
}

const properties = sql.ref('document.properties');

/**
 * PostgreSQL compresses large values, to about a hundredth at best, and only stores the compressed
 * size: up to this size a value is small, and of other compressed ones the text is measured.
 */
const alwaysSmallBytes = 256;

function areSmall(dialect: SqlDialect): RawBuilder<boolean> {
  const max = sql.lit(smallPropertiesBytesMax);
  if (!dialect.compressesLargeValues) return sql`${propertiesBytes(dialect)} <= ${max}`;
  const stored = sql`pg_column_size(${properties})`;
  return sql`${stored} <= ${sql.lit(alwaysSmallBytes)} or (${stored} <= ${max}
    and (pg_column_compression(${properties}) is null or ${propertiesBytes(dialect)} <= ${max}))`;
}

/** Of the JSON text. SQLite needs no read of the value for it. */
export function propertiesBytes(dialect: SqlDialect): RawBuilder<number> {
  return dialect.byteLength(properties);
}
