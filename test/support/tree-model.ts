import { type Ace, everyone, everything } from '../../src/model/acl.ts';
import type { ContentModel } from '../../src/model/content-model.ts';
import type { Principal } from '../../src/model/principal.ts';

export interface ModelNode {
  readonly plainName: string;
  parent: ModelNode | null;
  acl: readonly Ace[];
  isTrashed: boolean;
  /** Its name has the suffix of the trash; what comes back with its folder loses it. */
  hasTrashSuffix: boolean;
  lockOwner: string | null;
  title: string;
}

export type Outcome = 'ok' | 'denied' | 'invalid' | 'locked';

/**
 * The rules of the tree as simple code, independent of speed: the repository is compared with this.
 */
export class TreeModel {
  readonly nodes: ModelNode[] = [];
  readonly #content: ContentModel;

  constructor(content: ContentModel) {
    this.#content = content;
  }

  add(plainName: string, parent: ModelNode | null): ModelNode {
    const node: ModelNode = {
      plainName,
      parent,
      acl: [],
      isTrashed: false,
      hasTrashSuffix: false,
      lockOwner: null,
      title: plainName,
    };
    this.nodes.push(node);
    return node;
  }

  children(node: ModelNode): ModelNode[] {
    return this.nodes.filter((other) => other.parent === node);
  }

  isSelfOrBelow(node: ModelNode, ancestor: ModelNode): boolean {
    for (let at: ModelNode | null = node; at; at = at.parent) if (at === ancestor) return true;
    return false;
  }

  below(node: ModelNode): ModelNode[] {
    return this.nodes.filter((other) => other !== node && this.isSelfOrBelow(other, node));
  }

  isGrantedByAcl(who: Principal, node: ModelNode, permission: string): boolean {
    if (who.isAdministrator) return true;
    for (let at: ModelNode | null = node; at; at = at.parent) {
      for (const ace of at.acl) {
        const isMeant = [who.username, ...who.groups, everyone].includes(ace.username);
        if (isMeant && this.#includes(ace.permission, permission)) return ace.granted;
      }
    }
    return false;
  }

  may(who: Principal, node: ModelNode, permission: string): boolean {
    const isForeign = node.lockOwner !== null && node.lockOwner !== who.username;
    if (isForeign && !who.isAdministrator && this.#includes('Write', permission)) return false;
    return this.isGrantedByAcl(who, node, permission);
  }

  mayRemove(who: Principal, node: ModelNode): boolean {
    if (!this.may(who, node, 'Remove')) return false;
    if (node.parent && !this.may(who, node.parent, 'RemoveChildren')) return false;
    return this.below(node).every((other) => this.may(who, other, 'Remove'));
  }

  remove(who: Principal, node: ModelNode): Outcome {
    if (!this.mayRemove(who, node)) return 'denied';
    const doomed = new Set([node, ...this.below(node)]);
    const left = this.nodes.filter((other) => !doomed.has(other));
    this.nodes.splice(0, this.nodes.length, ...left);
    return 'ok';
  }

  move(who: Principal, node: ModelNode, target: ModelNode): Outcome {
    if (!this.may(who, target, 'AddChildren') || !this.mayRemove(who, node)) return 'denied';
    if (this.isSelfOrBelow(target, node)) return 'invalid';
    node.parent = target;
    return 'ok';
  }

  /** Source and copy of everything that is copied, parents first; or why nothing is. */
  copy(
    who: Principal,
    node: ModelNode,
    { target, name }: { target: ModelNode; name: string },
  ): Outcome | readonly (readonly [ModelNode, ModelNode])[] {
    if (!this.may(who, node, 'Read') || !this.may(who, target, 'AddChildren')) return 'denied';
    if (this.isSelfOrBelow(target, node)) return 'invalid';
    const top = this.add(name, target);
    top.acl = node.acl;
    top.title = node.title === node.plainName ? name : node.title;
    const pairs: [ModelNode, ModelNode][] = [[node, top]];
    // The list grows while it is walked.
    for (const [source, copy] of pairs) {
      for (const child of this.children(source)) {
        if (child === top || !this.may(who, child, 'Read')) continue;
        if (child.isTrashed && !node.isTrashed) continue;
        const made = this.add(child.plainName, copy);
        made.acl = child.acl;
        made.title = child.title;
        made.hasTrashSuffix = child.hasTrashSuffix;
        pairs.push([child, made]);
      }
    }
    return pairs;
  }

  setAcl(who: Principal, node: ModelNode, acl: readonly Ace[]): Outcome {
    if (!this.may(who, node, 'WriteSecurity')) return 'denied';
    node.acl = acl;
    return 'ok';
  }

  update(who: Principal, node: ModelNode, title: string): Outcome {
    if (!this.may(who, node, 'WriteProperties')) return 'denied';
    node.title = title;
    return 'ok';
  }

  trash(who: Principal, node: ModelNode): Outcome {
    if (node.isTrashed) return 'ok';
    if (!this.#mayTrash(who, node)) return 'denied';
    for (const each of [node, ...this.below(node)]) each.isTrashed = true;
    node.hasTrashSuffix = true;
    return 'ok';
  }

  untrash(who: Principal, node: ModelNode): Outcome {
    if (!node.isTrashed) return 'ok';
    if (!this.#mayTrash(who, node)) return 'denied';
    for (let at: ModelNode | null = node; at?.isTrashed; at = at.parent) {
      at.isTrashed = false;
      at.hasTrashSuffix = false;
    }
    for (const each of this.below(node)) {
      each.isTrashed = false;
      each.hasTrashSuffix = false;
    }
    return 'ok';
  }

  lock(who: Principal, node: ModelNode): Outcome {
    if (node.lockOwner === who.username) return 'ok';
    if (!this.isGrantedByAcl(who, node, 'WriteProperties')) return 'denied';
    if (node.lockOwner !== null) return 'locked';
    node.lockOwner = who.username;
    return 'ok';
  }

  unlock(who: Principal, node: ModelNode): Outcome {
    if (node.lockOwner === null) return 'ok';
    const isAllowed = node.lockOwner === who.username || this.isGrantedByAcl(who, node, 'Unlock');
    if (!isAllowed) return this.may(who, node, 'Read') ? 'locked' : 'denied';
    node.lockOwner = null;
    return 'ok';
  }

  #mayTrash(who: Principal, node: ModelNode): boolean {
    return (
      this.mayRemove(who, node) && node.parent !== null && this.may(who, node.parent, 'AddChildren')
    );
  }

  #includes(granted: string, permission: string): boolean {
    if (granted === everything || granted === permission) return true;
    const direct = this.#content.definition.permissions.get(granted) ?? [];
    return direct.some((each) => this.#includes(each, permission));
  }
}
