import { expect, test } from 'vitest';
import { settledTree } from '../../model/pending-tree.ts';
import { createSqlBuilder } from '../../storage/sql-builder.ts';
import { isBelowPathAfter } from './tree-conditions.ts';

/** With two lower bounds, SQLite would read from the first one on, again for each slice. */
test('documents below a folder and behind a path have one lower and one upper bound', () => {
  const builder = createSqlBuilder('sqlite');
  const boundsOf = (after: string) => {
    const { sql, parameters } = isBelowPathAfter({ tree: settledTree }, '/a', after).compile(
      builder,
    );
    expect(sql.match(/[<>]/g)).toEqual(['>', '<']);
    return parameters;
  };
  expect(boundsOf('/a')).toEqual(['/a/', '/a0']);
  expect(boundsOf('/a/b/c')).toEqual(['/a/b/c', '/a0']);
});
