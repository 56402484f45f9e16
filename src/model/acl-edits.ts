import {
  type Ace,
  type Acl,
  comparedAceId,
  everyone,
  everything,
  grantAce,
  isInheritanceBlock,
  isSameAce,
  readAceId,
} from './acl.ts';
import { administratorsGroup } from './principal.ts';

/**
 * Changes of the ACLs of a document as pure functions. Each returns the same list object when there
 * is nothing to change; lists without entries may be left over.
 */

/**
 * Adds entries, which must differ from each other. They are put before a block of inheritance:
 * after it they would have no effect. An existing entry only gets a new notification and comment.
 */
export function addAces(acls: readonly Acl[], name: string, added: readonly Ace[]): readonly Acl[] {
  return editAcl(acls, name, (aces) => {
    const addedById = new Map(added.map((ace) => [comparedAceId(ace), ace]));
    const kept = aces.map((ace) => {
      const id = comparedAceId(ace);
      const same = addedById.get(id);
      addedById.delete(id);
      return same ? withNoticeOf(ace, same) : ace;
    });
    if (addedById.size === 0 && kept.every((ace, index) => ace === aces[index])) return aces;
    const block = kept.findIndex(isInheritanceBlock);
    const place = block === -1 ? kept.length : block;
    return [...kept.slice(0, place), ...addedById.values(), ...kept.slice(place)];
  });
}

function withNoticeOf(known: Ace, ace: Ace): Ace {
  const { notify, comment } = { ...known, ...ace };
  if (notify === known.notify && comment === known.comment) return known;
  return { ...ace, begin: known.begin, end: known.end };
}

/** Replaces the entry that has the id, if there is one. */
export function replaceAce(
  acls: readonly Acl[],
  name: string,
  { id, ace }: { readonly id: string; readonly ace: Ace },
): readonly Acl[] {
  const replaced = readAceId(id);
  return editAcl(acls, name, (aces) => {
    const at = aces.findIndex((other) => comparedAceId(other) === replaced);
    if (at === -1) return aces;
    return aces.with(at, ace).filter((other, index) => index === at || !isSameAce(other, ace));
  });
}

export function removeAce(acls: readonly Acl[], name: string, id: string): readonly Acl[] {
  const removed = readAceId(id);
  return removeAces(acls, name, (ace) => comparedAceId(ace) === removed);
}

export function removeAcesOf(acls: readonly Acl[], name: string, username: string): readonly Acl[] {
  return removeAces(acls, name, (ace) => ace.username === username);
}

/** From all lists; entries that deny stay. */
export function removeGrantsTo(
  acls: readonly Acl[],
  usernames: ReadonlySet<string>,
): readonly Acl[] {
  return acls.reduce(
    (edited, { name }) =>
      removeAces(edited, name, (ace) => ace.granted && usernames.has(ace.username)),
    acls,
  );
}

export function removeAcl(acls: readonly Acl[], name: string): readonly Acl[] {
  return removeAces(acls, name, () => true);
}

/** Blocks inheritance; the user who does so and administrators keep access. */
export function blockInheritance(
  acls: readonly Acl[],
  name: string,
  username: string,
): readonly Acl[] {
  return editAcl(acls, name, (aces) => {
    if (aces.some(isInheritanceBlock)) return aces;
    const kept = [grantAce(username, everything), grantAce(administratorsGroup, everything)].filter(
      (ace) => !aces.some((other) => isSameAce(other, ace)),
    );
    return [...aces, ...kept, { ...grantAce(everyone, everything), granted: false }];
  });
}

export function unblockInheritance(acls: readonly Acl[], name: string): readonly Acl[] {
  return removeAces(acls, name, isInheritanceBlock);
}

function removeAces(
  acls: readonly Acl[],
  name: string,
  isRemoved: (ace: Ace) => boolean,
): readonly Acl[] {
  return editAcl(acls, name, (aces) =>
    aces.some(isRemoved) ? aces.filter((ace) => !isRemoved(ace)) : aces,
  );
}

function editAcl(
  acls: readonly Acl[],
  name: string,
  edit: (aces: readonly Ace[]) => readonly Ace[],
): readonly Acl[] {
  const present = acls.find((acl) => acl.name === name);
  const before = present?.aces ?? [];
  const aces = edit(before);
  if (aces === before) return acls;
  if (!present) return [...acls, { name, aces }];
  return acls.map((acl) => (acl === present ? { name, aces } : acl));
}
