import { createHash } from 'node:crypto';
import { type Ace, type Acl, comparedAceId } from '../../model/acl.ts';

/** An entry with the name of its list, by which entries of a document are told apart. */
interface ListedAce {
  readonly key: string;
  readonly aclName: string;
  readonly ace: Ace;
}

/** The entries that announce themselves to their users, by key. */
export function noticedAces(acls: readonly Acl[]): ReadonlyMap<string, ListedAce> {
  const noticed = acls.flatMap(({ name: aclName, aces }) =>
    aces
      .filter(({ notify, granted }) => notify === true && granted)
      .map((ace) => ({ key: aceKey(aclName, ace), aclName, ace })),
  );
  return new Map(noticed.map((each) => [each.key, each]));
}

/** Its length is bounded, unlike that of an id. */
function aceKey(aclName: string, ace: Ace): string {
  return createHash('sha256')
    .update(JSON.stringify([aclName, comparedAceId(ace)]))
    .digest('base64url');
}
