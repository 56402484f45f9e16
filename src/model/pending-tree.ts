import { areNested, rootPath, subtreeRange } from './document-path.ts';

/** One replacement of a link in the chain of effective ACLs. */
export interface AclStep {
  readonly from: number;
  readonly to: number;
}

/**
 * The effective ACL of a document: an interned one, or one whose chain has links replaced by pending
 * changes, as `<id>@<from>><to>,…`. What a key means never changes.
 */
export type AclKey = number | string;

/** What the steps add to the id of an interned ACL. */
export function aclSuffix(steps: readonly AclStep[]): string {
  return `@${steps.map(({ from, to }) => `${from}>${to}`).join(',')}`;
}

/**
 * What becomes of the documents that a change covers: proxies among them are removed, all are removed,
 * or all are hidden until they are complete.
 */
type Removal = 'nothing' | 'proxies' | 'hidden' | 'all';

/**
 * A change of everything strictly below a path, which is true as soon as it is stored and is written
 * to the rows in slices.
 */
export interface PendingChange {
  /** Grows with each change of the tree; a row has the changes up to its own number. */
  readonly seq: number;
  /** As it was before the change. */
  readonly path: string;
  /** Null when the paths stay. */
  readonly newPath: string | null;
  readonly acl: AclStep | null;
  /** Null when it stays. */
  readonly isTrashed: boolean | null;
  /** With `all`, the new ACL is that of versions that outlive their document. */
  readonly removes: Removal;
}

/**
 * The changes that one class of rows still needs, as one: the rows strictly below a stored path
 * whose number is less than `seqBelow`. The first matching rule decides.
 */
export interface TreeRule {
  /** Without trailing slash: empty for the root. */
  readonly below: string;
  readonly seqBelow: number;
  /** What takes the place of `below` in the path. */
  readonly prefix: string;
  readonly aclSteps: readonly AclStep[];
  readonly isTrashed: boolean | null;
  readonly removes: Removal;
  /** The numbers of the changes it consists of. */
  readonly seqs: readonly number[];
  /**
   * Its range was free when an earlier change moved documents there: other rows that are stored in it
   * have that change, so that no change before it concerns them.
   */
  readonly isOfMoved: boolean;
}

/**
 * The changes of subtrees that are stored but not written to all rows yet, in their order, and the
 * rules that result: how a stored row is to be read.
 */
export class PendingTree {
  readonly revision: number;
  readonly changes: readonly PendingChange[];
  readonly rules: readonly TreeRule[];

  constructor(revision: number, changes: readonly PendingChange[]) {
    this.revision = revision;
    this.changes = changes;
    this.rules = rulesOf(changes);
  }

  get isEmpty(): boolean {
    return this.changes.length === 0;
  }

  /** The number of rows that have all changes: what is written now gets it. */
  get seq(): number {
    return this.changes.at(-1)?.seq ?? 0;
  }

  get replacesAcls(): boolean {
    return this.rules.some(({ aclSteps }) => aclSteps.length > 0);
  }

  /** The ACL of versions whose live document is removed; undefined when none is. */
  get deniedAcl(): number | undefined {
    return this.changes.find(({ removes }) => removes === 'all')?.acl?.to;
  }

  get removesProxies(): boolean {
    return this.rules.some(({ removes }) => removes === 'proxies');
  }

  get removesAll(): boolean {
    return this.rules.some(({ removes }) => removes === 'all');
  }

  /** Bytes by which present paths may be longer than stored ones. */
  get pathGrowth(): number {
    const growths = this.rules.map(({ below, prefix }) => byteLength(prefix) - byteLength(below));
    return Math.max(0, ...growths);
  }

  /** Whether paths at or below a path, or above it, are stored differently: they have no order there. */
  movesAround(path: string): boolean {
    const stem = stemOf(path);
    return this.rules.some(
      ({ below, prefix }) =>
        below !== prefix && (areNested(below, stem) || areNested(prefix, stem)),
    );
  }

  ruleFor(row: { readonly path: string | null; readonly tree_seq: number }): TreeRule | undefined {
    const { path, tree_seq: seq } = row;
    if (path === null) return undefined;
    return this.rules.find(({ below, seqBelow }) => seq < seqBelow && isStrictlyBelow(path, below));
  }

  /** The paths at which rows with one of these present paths may be stored. */
  storedPaths(paths: readonly string[]): readonly string[] {
    const stored = new Set(paths);
    for (const path of paths) {
      for (const { below, prefix } of this.rules) {
        if (isStrictlyBelow(path, prefix)) stored.add(below + path.slice(prefix.length));
      }
    }
    return [...stored];
  }

  /** The paths below which rows that are now below `path` may be stored. */
  storedAbove(path: string): readonly string[] {
    const stem = stemOf(path);
    const stored = new Set([stem]);
    for (const { below, prefix } of this.rules) {
      if (isSelfOrBelowStem(prefix, stem)) stored.add(below);
      else if (isStrictlyBelow(stem, prefix)) stored.add(below + stem.slice(prefix.length));
    }
    return [...stored].filter(
      (each) => ![...stored].some((other) => other !== each && isStrictlyBelow(each, other)),
    );
  }
}

export const settledTree = new PendingTree(0, []);

/** The path without its trailing slash, which only the root has. */
export function stemOf(path: string): string {
  return path === rootPath ? '' : path;
}

/** As `subtreeRange`, of a stem. */
export function rangeBelow(stem: string): { readonly from: string; readonly to: string } {
  return subtreeRange(stem === '' ? rootPath : stem);
}

function isStrictlyBelow(path: string, stem: string): boolean {
  return path.length > stem.length + 1 && path.startsWith(stem) && path[stem.length] === '/';
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

function isSelfOrBelowStem(path: string, stem: string): boolean {
  return path === stem || isStrictlyBelow(path, stem);
}

/** From the newest change to the oldest: the rules of later ones say what becomes of its results. */
function rulesOf(changes: readonly PendingChange[]): readonly TreeRule[] {
  let rules: readonly TreeRule[] = [];
  for (const change of changes.toReversed()) {
    const own = ruleOf(change);
    const followed = rules.flatMap((later) => followedBy(own, later) ?? []);
    const others = own.prefix === own.below ? rules : rules.map((rule) => afterMove(rule, own));
    rules = withoutHidden([...followed, own, ...others]);
  }
  return rules;
}

function ruleOf({ seq, path, newPath, acl, isTrashed, removes }: PendingChange): TreeRule {
  const below = stemOf(path);
  return {
    below,
    seqBelow: seq,
    prefix: newPath === null ? below : stemOf(newPath),
    aclSteps: acl ? [acl] : [],
    isTrashed,
    removes,
    seqs: [seq],
    isOfMoved: false,
  };
}

function afterMove(rule: TreeRule, { prefix }: TreeRule): TreeRule {
  return isSelfOrBelowStem(rule.below, prefix) ? { ...rule, isOfMoved: true } : rule;
}

/** The rule for rows that a later one covers once the earlier one has been applied. */
function followedBy(earlier: TreeRule, later: TreeRule): TreeRule | undefined {
  const place = later.isOfMoved ? undefined : placeOf(earlier, later);
  if (!place) return undefined;
  return {
    ...place,
    isOfMoved: false,
    seqBelow: earlier.seqBelow,
    aclSteps: [...earlier.aclSteps, ...later.aclSteps],
    isTrashed: later.isTrashed ?? earlier.isTrashed,
    removes: strongest(earlier.removes, later.removes),
    seqs: [...earlier.seqs, ...later.seqs],
  };
}

function placeOf(
  { below, prefix }: TreeRule,
  later: TreeRule,
): Pick<TreeRule, 'below' | 'prefix'> | undefined {
  if (isSelfOrBelowStem(prefix, later.below)) {
    return { below, prefix: later.prefix + prefix.slice(later.below.length) };
  }
  if (isStrictlyBelow(later.below, prefix)) {
    return { below: below + later.below.slice(prefix.length), prefix: later.prefix };
  }
  return undefined;
}

const removals: readonly Removal[] = ['nothing', 'proxies', 'hidden', 'all'];

function strongest(one: Removal, other: Removal): Removal {
  return removals.indexOf(one) > removals.indexOf(other) ? one : other;
}

/** Rules that never decide, as one before them matches all their rows. */
function withoutHidden(rules: readonly TreeRule[]): readonly TreeRule[] {
  return rules.filter(
    (rule, at) =>
      !rules
        .slice(0, at)
        .some(
          ({ below, seqBelow }) =>
            rule.seqBelow <= seqBelow && isSelfOrBelowStem(rule.below, below),
        ),
  );
}
