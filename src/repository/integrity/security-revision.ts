import type { Database } from '../../storage/database.ts';
import { defineCheck, type Finding } from './check.ts';

/**
 * Without its row no request can be answered: every one reads it. A noted change whose revision is to come
 * would not be copied to the databases of other repositories.
 */
export const securityRevision = defineCheck({
  name: 'security-revision',
  async *run({ database }) {
    const rows = await database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('security_revision').selectAll().orderBy('id').limit(10),
      ),
    );
    const row = rows.find(({ id }) => id === 1);
    if (row) yield* changesAhead(database, Number(row.revision));
    else yield { severity: 'error', table: 'security_revision', id: '1', text: 'does not exist' };
    for (const { id } of rows.filter((row) => row.id !== 1)) {
      yield {
        severity: 'error',
        table: 'security_revision',
        id: String(id),
        text: 'is one too many',
      };
    }
  },
});

async function* changesAhead(database: Database, revision: number): AsyncIterable<Finding> {
  const ahead = await database.read((handle) =>
    handle.all(
      handle.builder
        .selectFrom('shared_change')
        .selectAll()
        .where('revision', '>', revision)
        .orderBy('kind')
        .orderBy('name')
        .limit(10),
    ),
  );
  for (const { kind, name, revision: noted } of ahead) {
    const text = `has revision ${noted}, and that of the store is ${revision}`;
    yield { severity: 'error', table: 'shared_change', id: `${kind}/${name}`, text };
  }
}
