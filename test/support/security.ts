import type { DocumentId } from '../../src/base/ids.ts';
import { type Ace, grantAce } from '../../src/model/acl.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import type { TestApp } from './app.ts';

export const denyAll: Ace = { ...grantAce('Everyone', 'Everything'), granted: false };

/** Sets the local ACL: there is no REST route for it in this API, only operations. */
export async function setAcl(app: TestApp, id: string, aces: readonly Ace[]): Promise<void> {
  await app.services.database.write((handle) =>
    setOwnAcls(createSystemUnit(handle, app.services.repository), {
      id: id as DocumentId,
      acls: [{ name: 'local', aces }],
    }),
  );
}

export { grantAce };
