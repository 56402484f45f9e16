import type { AclKey } from '../../model/pending-tree.ts';

/** What a list of readable ACLs depends on, besides the ACLs of the store. */
interface ReadableQuestion {
  /** Names the caller, and the pending changes that replace ACLs. */
  readonly key: string;
  /** The changes of the unit so far: they may have made ACLs. */
  readonly changes: number;
  readonly nowMs: number;
}

/** ACLs that the caller may browse, and when. */
export interface ReadableAclIds {
  readonly keys: readonly AclKey[];
  readonly validFromMs: number;
  /** Exclusive. */
  readonly validUntilMs: number;
}

export interface ReadableAnswer extends ReadableAclIds {
  /** Whether an open task allows the caller anything. */
  readonly hasGrants: boolean;
}

/**
 * The ACLs that the caller may browse, found once for the lists of one response. What an ACL means never
 * changes: one that is made meanwhile is missing, and none is here that the caller may not browse.
 */
export class ReadableIds {
  #known: (ReadableAnswer & Pick<ReadableQuestion, 'key' | 'changes'>) | undefined;

  keep({ key, changes }: ReadableQuestion, answer: ReadableAnswer): void {
    this.#known = { ...answer, key, changes };
  }

  find({ key, changes, nowMs }: ReadableQuestion): ReadableAnswer | undefined {
    const known = this.#known;
    if (known?.key !== key || known.changes !== changes) return undefined;
    return known.validFromMs <= nowMs && nowMs < known.validUntilMs ? known : undefined;
  }
}
