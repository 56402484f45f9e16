import { defineCheck } from './check.ts';

/** Without its row no request can be answered: every one reads it. */
export const securityRevision = defineCheck({
  name: 'security-revision',
  async *run({ database }) {
    const rows = await database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('security_revision').selectAll().orderBy('id').limit(10),
      ),
    );
    if (!rows.some(({ id }) => id === 1)) {
      yield { severity: 'error', table: 'security_revision', id: '1', text: 'does not exist' };
    }
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
