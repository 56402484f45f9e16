import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

/** Users and groups share one name space, as access control entries do not distinguish them. */
export const principalNames = defineCheck({
  name: 'principal-names',
  async *run({ database }) {
    const pages = pagesOf<{ username: string }>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('user_account')
          .innerJoin('user_group', 'groupname', 'username')
          .select('username')
          .where('username', '>', after?.username ?? '')
          .orderBy('username')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) {
      for (const { username } of page) {
        const text = 'is the name of a user and of a group';
        yield { severity: 'error', table: 'user_account', id: username, text };
      }
    }
  },
});
