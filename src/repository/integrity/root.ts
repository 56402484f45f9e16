import { rootPath } from '../../model/document-path.ts';
import { defineCheck } from './check.ts';

export const root = defineCheck({
  name: 'root',
  async *run({ database }) {
    const found = await database.snapshot((handle) =>
      handle.first(
        handle.builder
          .selectFrom('document')
          .select(['id', 'parent_id'])
          .where('path', '=', rootPath),
      ),
    );
    if (!found) {
      yield { severity: 'error', table: 'document', id: rootPath, text: 'there is no root' };
    } else if (found.parent_id !== null) {
      const text = `is the root and has the parent ${found.parent_id}`;
      yield { severity: 'error', table: 'document', id: found.id, text };
    }
  },
});
