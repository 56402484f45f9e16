import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import { findGranted } from '../access/permissions.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type CheckedQuery, prepareQuery } from './checked-query.ts';
import type { PageRequest } from './count-matches.ts';
import { findPage } from './find-page.ts';
import { queryRows } from './query-rows.ts';
import type { ParsedQuery } from './syntax-tree.ts';

interface DocumentQuery extends PageRequest {
  readonly query: ParsedQuery;
}

export interface QueriedDocuments {
  readonly documents: readonly Document[];
  readonly offset: number;
  /** Matches; -1 when unknown, -2 when there are more than the limit of counting. */
  readonly total: number;
}

/**
 * A page of the documents that match and that the caller may browse. Of a query that selects
 * columns the first must be ids: others than ids of readable documents are left out.
 *
 * @throws AppError request.invalid when names of the query do not exist or types do not compare
 */
export async function queryDocuments(
  unit: ReadUnit,
  request: DocumentQuery,
): Promise<QueriedDocuments> {
  const checked = await prepareQuery(unit, request.query);
  if (checked.columns && !selectsIds(checked)) return documentsOfColumn(unit, request);
  const { ids, total } = await findPage(unit, { ...request, checked });
  const documents = await findDocumentsById(unit, ids);
  return { documents, offset: request.offset, total };
}

function selectsIds({ columns }: CheckedQuery): boolean {
  const [first] = columns?.list ?? [];
  return first?.text === 'ecm:uuid' && columns?.list.length === 1 && !columns.isAggregate;
}

async function documentsOfColumn(
  unit: ReadUnit,
  request: DocumentQuery,
): Promise<QueriedDocuments> {
  const { rows, columns, total } = await queryRows(unit, request);
  const [first] = columns;
  if (first?.type !== 'string') {
    throw new AppError(
      'request.invalid',
      `${first?.name ?? 'the first column'} selects no ids of documents: use SELECT *`,
    );
  }
  const ids = rows.flatMap((row) => {
    const id = row[first.name];
    return typeof id === 'string' ? id : [];
  });
  const documents = await findDocumentsById(unit, ids);
  const visible = await findGranted(unit, { targets: documents, permission: 'Browse' });
  return {
    documents: documents.filter(({ id }) => visible.has(id)),
    offset: request.offset,
    total,
  };
}
