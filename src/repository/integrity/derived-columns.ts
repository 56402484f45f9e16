import { type DerivedColumns, derivedColumns } from '../changes/stored-content.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/**
 * The columns that queries sort and filter by are copies of properties. Those of a proxy are copies
 * of its target's as they were when it was made, so they cannot be compared.
 */
export const derivedColumnsCheck = defineDocumentCheck({
  name: 'derived-columns',
  *inspect({ row, properties }) {
    if (!properties || row.proxy_target_id !== null) return;
    const expected = derivedColumns(properties);
    for (const column of Object.keys(expected) as (keyof DerivedColumns)[]) {
      if (row[column] === expected[column]) continue;
      const [actual, wanted] = [row[column], expected[column]].map((value) =>
        JSON.stringify(value),
      );
      yield error(`has ${actual} in ${column}, its properties say ${wanted}`);
    }
  },
});
