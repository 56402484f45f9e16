import type { TreeRule } from '../../model/pending-tree.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { type AuditedRow, auditedRow } from '../audit/audit-events.ts';
import { announce } from '../changes/hooks.ts';
import { placeColumns, type StoredPlace } from '../changes/tree-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';

/** Copies of many documents are made below such paths, which no document can have. */
export const stagedRoot = '/\u0001';

/** What `announceCopied` needs of a stored row. */
export const copiedColumns = [
  ...placeColumns,
  'primary_type',
  'lifecycle_state',
  'instance_facets',
] as const;

/**
 * Records that documents were created by a copy, at the last moment at which their rows show it: before
 * they are written for the first time since, or removed. For the user who made the copy.
 */
export async function announceCopied(
  unit: WriteUnit,
  rows: readonly (StoredPlace & AuditedRow)[],
): Promise<void> {
  const { tree } = unit.handle;
  const copied = rows.flatMap((row) => {
    const rule = tree.ruleFor(row);
    return rule && isOfCopy(rule) ? [{ row: placedAt(row, rule), seqs: rule.seqs }] : [];
  });
  if (copied.length === 0) return;
  const authors = await copyAuthors(unit);
  for (const [author, some] of Map.groupBy(copied, ({ seqs }) => authorAmong(authors, seqs))) {
    const acting = author === undefined ? unit : { ...unit, actingFor: author };
    const documents = some.map(({ row }) => auditedRow(acting, row));
    await announce(acting, { eventId: 'documentCreatedByCopy', documents });
  }
}

/** As `announceCopied`, for the rows of these documents. */
export async function announceCopiedOf(unit: WriteUnit, ids: readonly string[]): Promise<void> {
  const { handle } = unit;
  if (!handle.tree.rules.some(isOfCopy)) return;
  const rows = await handle.all(
    handle.rows
      .selectFrom('document')
      .select(copiedColumns)
      .where('id', 'in', keyList(handle.dialect, ids)),
  );
  await announceCopied(unit, rows);
}

/** Of one that is complete: no document of others gets a place. */
function isOfCopy({ below, prefix }: TreeRule): boolean {
  return below.startsWith(stagedRoot) && !prefix.startsWith(stagedRoot);
}

function placedAt<Row extends AuditedRow>(row: Row, { below, prefix }: TreeRule): Row {
  return { ...row, path: prefix + (row.path ?? '').slice(below.length) };
}

async function copyAuthors({ handle }: WriteUnit): Promise<ReadonlyMap<number, string>> {
  const rows = await handle.all(
    handle.rows
      .selectFrom('pending_change')
      .select(['seq', 'principal_name'])
      .where('kind', '=', 'copy'),
  );
  return new Map(rows.map((row) => [row.seq, row.principal_name]));
}

function authorAmong(
  authors: ReadonlyMap<number, string>,
  seqs: readonly number[],
): string | undefined {
  return seqs.map((seq) => authors.get(seq)).find((author) => author !== undefined);
}
