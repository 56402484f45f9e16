import type { AclTable } from '../../storage/tables.ts';
import { identifyAcl } from '../unit/acl-chain.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { parseAcls } from './stored-json.ts';

const pageSize = 500;

/** The id and digest of an interned ACL are derived from its content. */
export const aclRows = defineCheck({
  name: 'acl-rows',
  async *run({ database }) {
    const pages = pagesOf<AclTable>(database, pageSize, (handle, after) => {
      const query = handle.builder.selectFrom('acl').selectAll().orderBy('id').limit(pageSize);
      return handle.all(after ? query.where('id', '>', after.id) : query);
    });
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function* inspect(row: AclTable): Generator<Finding> {
  const place = { severity: 'error', table: 'acl', id: String(row.id) } as const;
  const own = parseAcls(row.own);
  if (!own) {
    yield { ...place, text: 'is not a JSON list of ACLs' };
    return;
  }
  const { id, digest } = identifyAcl(row.parent_id, own);
  if (row.id !== id) yield { ...place, text: `has an id that its content does not give (${id})` };
  if (row.digest !== digest)
    yield { ...place, text: 'has a digest that its content does not give' };
}
