import { createHash } from 'node:crypto';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { type Ace, type Acl, isInheritanceBlock } from '../../model/acl.ts';
import type { AclKey, AclStep } from '../../model/pending-tree.ts';

/** Bits of the digest in the id: as many as a double holds exactly. */
const idBits = 53n;

interface AclIdentity {
  readonly id: number;
  readonly digest: string;
}

/**
 * What identifies an interned row: its own entries on top of a given parent row. The id is a part
 * of the digest and not a counter, so an id seen in a transaction that was rolled back, or on
 * another node, can never identify another ACL: caches keyed by it stay valid forever.
 */
export function identifyAcl(parentAclId: number | null, own: readonly Acl[]): AclIdentity {
  const digest = createHash('sha256')
    .update(`${parentAclId ?? ''}:${decidingText(own)}`)
    .digest('hex');
  return { id: Number(BigInt(`0x${digest.slice(0, 14)}`) & ((1n << idBits) - 1n)), digest };
}

/**
 * The fields that decide access: notifications are stored with the document. The order of keys,
 * which PostgreSQL changes, must not result in another ACL.
 */
export function decidingText(own: readonly Acl[]): string {
  return stringifyJson(own.map(decidingPart));
}

function decidingPart({ name, aces }: Acl): Acl {
  return {
    name,
    aces: aces.map(({ username, permission, granted, creator, begin, end }) => ({
      username,
      permission,
      granted,
      creator,
      begin,
      end,
    })),
  };
}

export interface AclChainRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly own: string;
}

export interface AclLink {
  readonly id: number;
  readonly parentId: number | null;
  readonly own: readonly Acl[];
}

export type AclLinks = ReadonlyMap<number, AclLink>;

export function indexLinks(rows: readonly AclChainRow[]): AclLinks {
  return new Map(
    rows.map(({ id, parent_id: parentId, own }) => [
      id,
      { id, parentId, own: parseJson(own) as Acl[] },
    ]),
  );
}

/** The links from an ACL to the top, nearest first. */
function chainOf(id: number, links: AclLinks): readonly AclLink[] {
  const chain: AclLink[] = [];
  for (let link = links.get(id); link; link = links.get(link.parentId ?? -1)) chain.push(link);
  return chain;
}

interface ParsedKey {
  readonly id: number;
  readonly steps: readonly AclStep[];
}

/** @see AclKey */
function parseAclKey(key: AclKey): ParsedKey {
  if (typeof key === 'number') return { id: key, steps: [] };
  const [id, steps = ''] = key.split('@');
  return {
    id: Number(id),
    steps: steps === '' ? [] : steps.split(',').map(parseStep),
  };
}

function parseStep(text: string): AclStep {
  const [from, to] = text.split('>');
  return { from: Number(from), to: Number(to) };
}

/** The ids whose links must be known for `resolveChain`. */
export function idsOfKey(key: AclKey): readonly number[] {
  const { id, steps } = parseAclKey(key);
  return [id, ...steps.map(({ to }) => to)];
}

/**
 * The chain of a key with its replaced links. Links above a replaced one have the ids that they will
 * have when they are interned.
 */
export function resolveChain(key: AclKey, links: AclLinks): readonly AclLink[] {
  const { id, steps } = parseAclKey(key);
  let chain = chainOf(id, links);
  for (const { from, to } of steps) {
    const at = chain.findIndex((link) => link.id === from);
    if (at !== -1) chain = onTopOf(chainOf(to, links), chain.slice(0, at));
  }
  return chain;
}

function onTopOf(base: readonly AclLink[], upper: readonly AclLink[]): readonly AclLink[] {
  const chain = [...base];
  for (const { own } of upper.toReversed()) {
    const parentId = chain[0]?.id ?? null;
    chain.unshift({ id: identifyAcl(parentId, own).id, parentId, own });
  }
  return chain;
}

/** Nearest first, ending at an inheritance block. */
export function flattenChain(chain: readonly AclLink[]): readonly Ace[] {
  const aces: Ace[] = [];
  for (const { own } of chain) {
    for (const acl of own) {
      for (const ace of acl.aces) {
        aces.push(ace);
        if (isInheritanceBlock(ace)) return aces;
      }
    }
  }
  return aces;
}
