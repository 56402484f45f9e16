import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { type Ace, grantAce } from '../../src/model/acl.ts';
import { copyDocument } from '../../src/repository/editing/copy-document.ts';
import { lockDocument, unlockDocument } from '../../src/repository/editing/locks.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { engines } from '../support/engines.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { type ModelNode, type Outcome, TreeModel } from '../support/tree-model.ts';

/** Users and nodes are numbers that are taken modulo how many there are. */
type Step =
  | { readonly do: 'create' | 'update' | 'remove' | 'trash' | 'untrash'; who: number; node: number }
  | { readonly do: 'lock' | 'unlock'; who: number; node: number }
  | { readonly do: 'move' | 'copy'; who: number; node: number; target: number }
  | { readonly do: 'setAcl'; who: number; node: number; acl: readonly Ace[] };

const aces = fc
  .record({
    username: fc.constantFrom('alice', 'bob', 'carol', 'red', 'blue', 'Everyone'),
    permission: fc.constantFrom(
      'Read',
      'Read',
      'ReadWrite',
      'ReadWrite',
      'Everything',
      'Everything',
      'Browse',
      'Write',
      'Remove',
      'AddChildren',
      'WriteProperties',
      'Unlock',
    ),
    granted: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
  .map(
    ({ granted, username, permission }): Ace => ({ ...grantAce(username, permission), granted }),
  );

const number = fc.nat({ max: 1_000 });
const simple = (name: 'create' | 'update' | 'remove' | 'trash' | 'untrash' | 'lock' | 'unlock') =>
  fc.record({ do: fc.constant(name), who: number, node: number });

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: simple('create') },
  { weight: 2, arbitrary: simple('update') },
  { weight: 1, arbitrary: simple('remove') },
  { weight: 1, arbitrary: simple('trash') },
  { weight: 1, arbitrary: simple('untrash') },
  { weight: 1, arbitrary: simple('lock') },
  { weight: 1, arbitrary: simple('unlock') },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move'), who: number, node: number, target: number }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('copy'), who: number, node: number, target: number }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('setAcl'),
      who: number,
      node: number,
      acl: fc.array(aces, { maxLength: 4 }),
    }),
  },
);

const trashSuffix = /\._\d{13}_\.trashed/g;

/** Copies are called as their sources and may come to meet them in one folder. */
function withoutCollisions(name: string): string {
  return name.replaceAll(/\.\d{13,}/g, '');
}

/** Copies of copies grow fast. */
const copiesMax = 12;

/** One tree below a folder of its own, in the store and in the model. */
class Trial {
  readonly #repository: TestRepository;
  readonly #actors: readonly Actor[];
  readonly model: TreeModel;
  readonly #ids = new Map<ModelNode, DocumentId>();
  #names = 0;

  constructor(repository: TestRepository) {
    this.#repository = repository;
    this.model = new TreeModel(repository.context.model);
    this.#actors = [
      repository.system,
      repository.user('alice', 'red'),
      repository.user('bob', 'red', 'blue'),
      repository.user('carol'),
    ];
  }

  async start(): Promise<void> {
    const { system, workspaces } = this.#repository;
    const top = this.model.add('trial', null);
    this.#ids.set(top, (await system.create(workspaces.id, { name: 'trial', type: 'Folder' })).id);
    top.acl = [grantAce('red', 'ReadWrite'), grantAce('carol', 'Read'), denyAll];
    await system.setAcl(this.#id(top), top.acl);
  }

  async run(step: Step): Promise<void> {
    const actor = this.#actors[step.who % this.#actors.length] as Actor;
    const node = this.#pick(step.node);
    if (step.do === 'create') return this.#create(actor, node);
    // The place of the trial itself is no part of it.
    if (node.parent === null && step.do !== 'setAcl' && step.do !== 'update') return;
    if (step.do === 'copy') return this.#copy(actor, node, this.#pick(step.target));
    const expected = this.#inModel(step, actor, node);
    const actual = await outcomeOf(this.#inStore(step, actor, node));
    expect(actual, JSON.stringify(step)).toBe(expected);
  }

  /** Every user sees what the model says, alone and in lists. */
  async compare(): Promise<void> {
    for (const node of this.model.nodes) {
      const stored = await this.#repository.system.get({ id: this.#id(node) });
      expect(stored.isTrashed, node.plainName).toBe(node.isTrashed);
      expect(stored.properties['dc:title'] ?? node.plainName).toBe(node.title);
      const name = withoutCollisions(stored.name).replaceAll(trashSuffix, '<t>');
      if (node.parent) expect(name).toBe(node.plainName + (node.hasTrashSuffix ? '<t>' : ''));
      expect(stored.lock?.owner ?? null).toBe(node.lockOwner);
      if (node.parent) expect(stored.parentId).toBe(this.#id(node.parent));
    }
    for (const actor of this.#actors) await this.#compareSight(actor);
  }

  async #compareSight(actor: Actor): Promise<void> {
    const who = actor.principal;
    for (const node of this.model.nodes) {
      const context = `${who.username} and ${node.plainName}`;
      expect(await actor.canRead(this.#id(node)), context).toBe(this.model.may(who, node, 'Read'));
      const listed = await actor.childNames(this.#id(node));
      const expected = this.model
        .children(node)
        .filter((child) => !child.isTrashed && this.model.may(who, child, 'Browse'))
        .map((child) => child.plainName);
      const plain = listed.map((name) => withoutCollisions(name).replaceAll(trashSuffix, ''));
      expect(plain.sort(), `children for ${context}`).toEqual(expected.sort());
    }
  }

  async #create(actor: Actor, parent: ModelNode): Promise<void> {
    this.#names += 1;
    const name = `n${this.#names}`;
    const isAllowed = this.model.may(actor.principal, parent, 'AddChildren');
    const made = actor.create(this.#id(parent), { name, type: 'Folder' });
    if (!isAllowed) {
      expect(await outcomeOf(made)).toBe('denied');
      return;
    }
    this.#ids.set(this.model.add(name, parent), (await made).id);
  }

  async #copy(actor: Actor, node: ModelNode, target: ModelNode): Promise<void> {
    if (this.model.below(node).length > copiesMax) return;
    this.#names += 1;
    const name = `n${this.#names}`;
    const made = actor.write((unit) =>
      copyDocument(unit, {
        id: this.#id(node),
        targetId: this.#id(target),
        name,
        resetsLifecycle: false,
      }),
    );
    const actual = await outcomeOf(made);
    const pairs = this.model.copy(actor.principal, node, { target, name });
    if (typeof pairs === 'string') {
      expect(actual).toBe(pairs);
      return;
    }
    expect(actual).toBe('ok');
    for (const [source, copy] of pairs) {
      const { system } = this.#repository;
      const parent = await system.get({ id: this.#id(copy.parent as ModelNode) });
      const stored =
        copy.plainName === name ? name : (await system.get({ id: this.#id(source) })).name;
      this.#ids.set(copy, (await system.get({ path: `${parent.path}/${stored}` })).id);
    }
  }

  #inModel(step: Step, { principal }: Actor, node: ModelNode): Outcome {
    switch (step.do) {
      case 'update':
        return this.model.update(principal, node, `t${step.who}`);
      case 'move':
        return this.model.move(principal, node, this.#pick(step.target));
      case 'setAcl':
        return this.model.setAcl(principal, node, closed(node, step.acl));
      case 'create':
      case 'copy':
        throw new Error('has its own function');
      default:
        return this.model[step.do](principal, node);
    }
  }

  #inStore(step: Step, actor: Actor, node: ModelNode): Promise<unknown> {
    const id = this.#id(node);
    switch (step.do) {
      case 'update':
        return actor.update(id, { 'dc:title': `t${step.who}` });
      case 'remove':
        return actor.remove(id);
      case 'setAcl':
        return actor.setAcl(id, closed(node, step.acl));
      case 'move':
        return actor.write((unit) => {
          // The model may have removed nothing here, so the picks are the same.
          const targetId = this.#id(this.#pick(step.target));
          return moveDocument(unit, { id, targetId, name: null });
        });
      case 'trash':
        return actor.write((unit) => trashDocument(unit, id));
      case 'untrash':
        return actor.write((unit) => untrashDocument(unit, id));
      case 'lock':
        return actor.write((unit) => lockDocument(unit, id));
      case 'unlock':
        return actor.write((unit) => unlockDocument(unit, id));
      case 'create':
      case 'copy':
        throw new Error('has its own function');
    }
  }

  #pick(index: number): ModelNode {
    return this.model.nodes[index % this.model.nodes.length] as ModelNode;
  }

  #id(node: ModelNode): DocumentId {
    return this.#ids.get(node) as DocumentId;
  }
}

/** What is above the trial stays out of it: its top always ends with the block. */
function closed(node: ModelNode, acl: readonly Ace[]): readonly Ace[] {
  return node.parent === null ? [...acl, denyAll] : acl;
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (isAppError(error, 'permission.denied')) return 'denied';
    if (isAppError(error, 'document.invalid-move')) return 'invalid';
    if (isAppError(error, 'document.locked')) return 'locked';
    throw error;
  }
}

const runs = { sqlite: 60, postgres: 30 } as const;

describe.each(engines)('random work of several users on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  test('has the effects and refusals of the plain rules', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 5, maxLength: 60, size: 'max' }),
        async (list) => {
          const trial = new Trial(repository);
          await trial.start();
          for (const step of list) await trial.run(step);
          await trial.compare();
          const broken = await brokenInvariants(repository.database, repository.context.model);
          expect(broken).toEqual([]);
        },
      ),
      { numRuns: runs[engine] },
    );
  });
});
