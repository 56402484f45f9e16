import type { ContentMigrationTable } from '../../storage/content-migration-table.ts';
import { defineCheck, type Finding } from './check.ts';
import { isJson } from './stored-json.ts';

/** A migration is idle, or has a step with a run: otherwise no run would end it. There are few. */
export const contentMigrationRows = defineCheck({
  name: 'content-migrations',
  async *run({ database }) {
    const rows = await database.read((handle) =>
      handle.all(handle.builder.selectFrom('content_migration').selectAll().orderBy('id')),
    );
    for (const row of rows) yield* inspect(row);
  },
});

function* inspect(row: ContentMigrationTable): Generator<Finding> {
  const error = (text: string): Finding => ({
    severity: 'error',
    table: 'content_migration',
    id: row.id,
    text,
  });
  const ofRun = [row.step, row.run_id, row.job_id, row.started_at, row.ping_at];
  const present = ofRun.filter((value) => value !== null);
  if (present.length !== 0 && present.length !== ofRun.length) yield error('runs in part only');
  if (row.position !== null && !isJson(row.position))
    yield error('has a position that is not JSON');
}
