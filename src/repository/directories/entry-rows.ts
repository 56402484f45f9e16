import { type RawBuilder, sql } from 'kysely';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import type {
  Directory,
  DirectoryEntry,
  DirectoryField,
  DirectoryValues,
} from '../../model/directory.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList, type SqlDialect } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';

interface EntryRow {
  readonly entry_id: string;
  readonly properties: string;
}

const rowsPerInsert = 500;

/** Fields that were added to the schema after the entry was written are null. */
export function toEntry(directory: Directory, row: EntryRow): DirectoryEntry {
  const stored = parseJson(row.properties) as DirectoryValues;
  const values = Object.fromEntries(
    directory.schema.fields.map(({ name }) => [
      name,
      Object.hasOwn(stored, name) ? (stored[name] ?? null) : null,
    ]),
  );
  return { directory, id: row.entry_id, values };
}

/** Unset fields are left out. */
export function storedProperties(values: DirectoryValues): string {
  const isSet = ([, value]: [string, unknown]): boolean => value !== null;
  return stringifyJson(Object.fromEntries(Object.entries(values).filter(isSet)));
}

/**
 * Adds entries at the end. If an id exists the stored entry is kept, or overwritten. Returns how
 * many rows were written.
 */
export async function insertEntryRows(
  handle: WriteHandle,
  directory: Directory,
  { entries, overwrites }: { entries: readonly DirectoryValues[]; overwrites: boolean },
): Promise<number> {
  let written = 0;
  for (const some of slicesOf(entries, rowsPerInsert)) {
    const rows = some.map((values) => ({
      directory: directory.name,
      entry_id: String(values[directory.idField]),
      properties: storedProperties(values),
    }));
    const insert = handle.builder.insertInto('directory_entry').values(rows);
    written += await handle.run(
      insert.onConflict((conflict) => {
        const target = conflict.columns(['directory', 'entry_id']);
        return overwrites
          ? target.doUpdateSet((e) => ({ properties: e.ref('excluded.properties') }))
          : target.doNothing();
      }),
    );
  }
  return written;
}

/** So many entries, as documents mostly refer to, are read by a statement that is compiled once. */
const fewNames = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

type FewIds = { readonly directory: string } & Readonly<Record<(typeof fewNames)[number], string>>;

const readFew = defineStatement<FewIds, EntryRow>((b, p) =>
  b
    .selectFrom('directory_entry')
    .select(['entry_id', 'properties'])
    .where('directory', '=', p.directory)
    .where(
      'entry_id',
      'in',
      fewNames.map((name) => p[name]),
    ),
);

/** Names without an id of their own repeat the first one. */
function fewIds(directory: Directory, ids: readonly string[]): FewIds {
  const [first = ''] = ids;
  const named = fewNames.map((name, at) => [name, ids[at] ?? first]);
  return { directory: directory.name, ...Object.fromEntries(named) } as FewIds;
}

/** The rows of those ids, with one query for any number of them. */
export function readRowsOf(
  handle: ReadHandle,
  directory: Directory,
  ids: readonly string[],
): Promise<EntryRow[]> {
  if (ids.length <= fewNames.length) return handle.fetchAll(readFew, fewIds(directory, ids));
  return handle.all(
    handle.builder
      .selectFrom('directory_entry')
      .select(['entry_id', 'properties'])
      .where('directory', '=', directory.name)
      .where('entry_id', 'in', keyList(handle.dialect, ids)),
  );
}

/**
 * A field's value in SQL: integers as numbers, everything else as text that sorts byte by byte.
 * Values stored before the field became an integer are treated as unset.
 */
export function fieldSql(dialect: SqlDialect, field: DirectoryField): RawBuilder<unknown> {
  const name = sql.lit(field.name);
  const text = sql`properties ->> ${name}`;
  if (field.type !== 'integer') return dialect.inByteOrder(text);
  const base = { kind: 'column', column: sql.ref('properties') } as const;
  return dialect.json.scalar({ base, keys: [field.name] }, 'long');
}
