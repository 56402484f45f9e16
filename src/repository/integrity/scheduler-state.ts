import { defineCheck } from './check.ts';

/** Without its row no schedule is started, and the scheduler can be neither stopped nor started. */
export const schedulerState = defineCheck({
  name: 'scheduler-state',
  async *run({ database }) {
    const rows = await database.read((handle) =>
      handle.all(handle.builder.selectFrom('scheduler_state').select('id').orderBy('id').limit(10)),
    );
    const finding = { severity: 'error', table: 'scheduler_state' } as const;
    if (!rows.some(({ id }) => id === 1)) yield { ...finding, id: '1', text: 'does not exist' };
    for (const { id } of rows.filter((row) => row.id !== 1)) {
      yield { ...finding, id: String(id), text: 'is one too many' };
    }
  },
});
