import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { type DocumentTable, documentColumns } from '../../storage/tables.ts';
import type { ContentRow } from '../sql/document-row.ts';

/** A row of a list: without its properties if they are large, see `completeRows`. */
export type ListedRow = Omit<DocumentTable, 'properties'> & { readonly properties: string | null };

/** The part of it that documents are made of. */
export type ListedContent = Omit<ContentRow, 'properties'> & { readonly properties: string | null };

/** Bytes of the properties of one document up to which a list reads them at once, and whole. */
export const smallPropertiesBytesMax = 16_384;

const columns = documentColumns.filter((name) => name !== 'properties');

/**
 * The columns of lists of documents: all, and the properties if they are small. That is checked for
 * each row without reading a large value.
 */
export function listedColumns(dialect: SqlDialect) {
  const small = sql<string | null>`case when ${areSmall(dialect)} then ${properties} end`;
  return [...columns.map((name) => `document.${name}` as const), small.as('properties')] as const;
}

export function selectListed({ builder, dialect }: Pick<ReadHandle, 'builder' | 'dialect'>) {
  return builder.selectFrom('document').select(listedColumns(dialect));
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
