import { migrations } from '../../src/storage/migrations/index.ts';
import type { Migration } from '../../src/storage/migrations/migrate.ts';
import { revisionOf } from '../../src/storage/migrations/program-revision.ts';

/**
 * Loaded before the sources of the program, it makes the next version of them: one more migration, which
 * adds a column. With TEST_CONTRACTS=1 it is the version after that, which needs programs that know the column.
 */
const present = revisionOf(migrations);
const script = 'ALTER TABLE document ADD COLUMN next_note TEXT';
const removal = 'CREATE TABLE in_place_of_older (id INTEGER PRIMARY KEY)';

const program = migrations as Migration[];
program.push({ id: present + 1, name: 'next version', sqlite: script, postgres: script });
if (process.env.TEST_CONTRACTS === '1') {
  const both = { sqlite: removal, postgres: removal };
  program.push({ id: present + 2, name: 'after next', ...both, oldestProgram: present + 1 });
}
