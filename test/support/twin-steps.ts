import type { TestRequest } from './app.ts';
import type { TestStep } from './chains.ts';
import { step } from './chains.ts';
import type { Random } from './random.ts';
import type { TwinResponse, TwinStores } from './twin-stores.ts';

/** Users with rights by group, and one with nearly none. */
export const twinUsers = ['Administrator', 'writer', 'reader', 'stranger'] as const;
const groupOf: Readonly<Record<string, string>> = { writer: 'writers', reader: 'readers' };

/** Units of several changes of subtrees; the last step of one fails. */
const several = [
  step('Document.AddPermission', { users: ['reader'], permission: 'ReadWrite' }),
  step('Document.Trash'),
  step('Document.BlockPermissionInheritance'),
  step('Document.Untrash'),
];
export const twinChains: Readonly<Record<string, readonly TestStep[]>> = {
  'Test.Several': several,
  'Test.RolledBack': [
    ...several,
    step('Document.AddPermission', { users: ['stranger'], permission: 'Everything' }),
    step('Document.FollowLifecycleTransition', { value: 'nowhere' }),
  ],
};

/** Few, so that names are taken, free again, and taken again. */
const names = ['a', 'b', 'c', 'd e', 'f'];
const words = ['walrus', 'penguin', 'albatross', 'seal'];
const groups = ['writers', 'readers', 'stranger', 'Everyone', 'members'];
const rights = ['Read', 'ReadWrite', 'Everything', 'Browse', 'Remove', 'WriteSecurity'];

/** Random changes, the same in both stores. */
export class TwinSteps {
  readonly #twins: TwinStores;
  readonly #random: Random;
  /** What was done so far, to be shown when a comparison fails. */
  readonly journal: string[] = [];
  readonly outcomes = new Map<string, number>();

  constructor(twins: TwinStores, random: Random) {
    this.#twins = twins;
    this.#random = random;
  }

  async start(): Promise<void> {
    for (const [user, group] of Object.entries(groupOf)) {
      await this.#user(user);
      const body = { 'entity-type': 'group', groupname: group, memberUsers: [user] };
      await this.#twins.request('POST /api/v1/group', { body });
    }
    await this.#user('stranger');
    await this.#twins.label();
    for (const user of ['writer', 'reader']) {
      await this.#run('User.GetUserWorkspace', {}, { user });
    }
    const top = 'POST /api/v1/path/default-domain/workspaces';
    const body = documentBody('Folder', 'top');
    await this.#twins.request(top, { body });
    await this.#twins.label();
    const topPath = '/default-domain/workspaces/top';
    const grant = (group: string, permission: string) =>
      this.#run('Document.AddPermission', { users: [group], permission }, { input: topPath });
    await grant('writers', 'Everything');
    await grant('readers', 'Read');
    await this.#fill(topPath);
    await this.#twins.label();
  }

  async #user(username: string): Promise<void> {
    const properties = { username, password: username, groups: [] };
    const body = { 'entity-type': 'user', id: '', properties };
    await this.#twins.request('POST /api/v1/user', { body });
  }

  async #fill(path: string): Promise<void> {
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      const type = at === 1 ? 'OrderedFolder' : 'Folder';
      await this.#create(path, type, name);
      for (const inner of ['a', 'b']) {
        await this.#create(`${path}/${name}`, 'Folder', inner);
        await this.#create(`${path}/${name}/${inner}`, 'File', 'f');
        await this.#create(`${path}/${name}/${inner}`, 'Folder', 'a');
        await this.#create(`${path}/${name}/${inner}/a`, 'Note', 'c');
      }
    }
  }

  async #create(parent: string, type: string, name: string): Promise<void> {
    const body = documentBody(type, name, this.#properties(type));
    await this.#twins.request(`POST /api/v1/path${encodeURI(parent)}`, { body });
  }

  /** Runs one change; the responses of both stores. */
  async step(): Promise<TwinResponse & { readonly what: string }> {
    const [name, kind] = this.#random.pick(this.#kinds);
    const responses = await kind();
    const what = `${name} ${this.journal.at(-1)}`;
    const outcome = `${name} ${responses.atOnce.status < 400}`;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    return { ...responses, what };
  }

  readonly #kinds: readonly (readonly [string, () => Promise<TwinResponse>])[] = Object.entries({
    create: () => this.#createAnywhere(),
    createAgain: () => this.#createAnywhere(),
    update: () => this.#update(),
    grant: () => this.#change('Document.AddPermission', this.#grant()),
    grantMore: () => this.#change('Document.AddPermission', this.#grant()),
    takeAway: () => this.#change('Document.RemovePermission', { user: this.#random.pick(groups) }),
    block: () => this.#change('Document.BlockPermissionInheritance', {}),
    unblock: () => this.#change('Document.UnblockPermissionInheritance', {}),
    removeAcl: () => this.#change('Document.RemoveACL', { acl: 'local' }),
    trash: () => this.#change('Document.Trash', {}),
    trashMore: () => this.#change('Document.Trash', {}),
    untrash: () => this.#change('Document.Untrash', {}),
    untrashMore: () => this.#change('Document.Untrash', {}),
    move: () => this.#change('Document.Move', { target: this.#folder() }),
    rename: () => this.#rename(),
    moveAndRename: () =>
      this.#change('Document.Move', { target: this.#folder(), name: this.#random.pick(names) }),
    remove: () => this.#change('Document.Delete', {}),
    emptyTrash: () => this.#change('Document.EmptyTrash', { parent: this.#folder() }),
    copy: () =>
      this.#change('Document.Copy', { target: this.#folder(), name: this.#random.pick(names) }),
    publish: () => this.#change('Document.PublishToSection', { target: this.#folder() }),
    publishMore: () => this.#change('Document.PublishToSection', { target: this.#folder() }),
    unpublish: () => this.#change('Document.UnpublishAll', {}),
    proxy: () => this.#change('Document.CreateLiveProxy', { 'Destination Path': this.#folder() }),
    checkIn: () => this.#change('Document.CreateVersion', { increment: 'Minor' }),
    checkOut: () => this.#change('Document.CheckOut', {}),
    restore: () => this.#change('Document.RestoreVersion', { checkout: true }),
    lock: () => this.#change('Document.Lock', {}),
    unlock: () => this.#change('Document.Unlock', {}),
    transition: () =>
      this.#change('Document.FollowLifecycleTransition', {
        value: this.#random.pick(['approve', 'obsolete', 'backToProject']),
      }),
    tag: () => this.#change('Services.TagDocument', { tags: this.#random.pick(words) }),
    order: () => this.#change('Document.Order', { before: this.#any() }),
    several: () => this.#change('Test.Several', {}),
    rolledBack: () => this.#change('Test.RolledBack', {}),
  });

  #createAnywhere(): Promise<TwinResponse> {
    const type = this.#random.pick(['Folder', 'Folder', 'OrderedFolder', 'File', 'Note']);
    const body = documentBody(type, this.#random.pick(names), this.#properties(type));
    return this.#request(`POST /api/v1/id/${this.#folder()}`, { body });
  }

  #update(): Promise<TwinResponse> {
    const uid = this.#any();
    const properties = { 'dc:title': this.#title() };
    const body = { 'entity-type': 'document', uid, properties };
    return this.#request(`PUT /api/v1/id/${uid}`, { body });
  }

  #rename(): Promise<TwinResponse> {
    const input = this.#any();
    const id = this.#twins.atOnce.idOf(input);
    const row = this.#twins.atOnce.rows.find((each) => each.id === id);
    const above = row?.path?.replace(/\/[^/]*$/, '') ?? '';
    const parent = this.#twins.atOnce.rows.find(({ path }) => path === above);
    const target = parent ? this.#twins.atOnce.labelOf(parent.id) : this.#folder();
    return this.#run(
      'Document.Move',
      { target, name: this.#random.pick(names) },
      { user: this.#user_(), input },
    );
  }

  #change(operation: string, params: object): Promise<TwinResponse> {
    return this.#run(operation, params, { user: this.#user_(), input: this.#any() });
  }

  #run(
    operation: string,
    params: object,
    { user, input }: { user?: string; input?: string } = {},
  ): Promise<TwinResponse> {
    const body = { ...(input === undefined ? {} : { input }), params };
    return this.#request(`POST /site/automation/${operation}`, {
      body,
      ...(user === undefined ? {} : { user }),
    });
  }

  #request(line: string, options: TestRequest): Promise<TwinResponse> {
    const user = options.user ?? this.#user_();
    this.journal.push(`${user} ${line} ${JSON.stringify(options.body)}`);
    return this.#twins.request(line, { ...options, user });
  }

  #grant(): object {
    return { users: [this.#random.pick(groups)], permission: this.#random.pick(rights) };
  }

  #properties(type: string): object {
    const text = `${this.#random.pick(words)} ${this.#random.pick(words)}`;
    const titled = { 'dc:title': this.#title(), 'dc:description': text };
    if (type === 'Note') return { ...titled, 'note:note': text };
    if (type !== 'File') return titled;
    return { ...titled, 'file:content': { name: 'x.txt', data: `content ${text}` } };
  }

  /** No two documents of equal titles, besides copies: those come in the order of their ids. */
  #title(): string {
    return `${this.#random.pick(words)} ${this.#random.below(1_000_000)}`;
  }

  #user_(): string {
    return this.#random.pick(['Administrator', 'Administrator', 'writer', 'writer', 'reader']);
  }

  /** Documents of the trees under test. */
  #any(): string {
    const { rows } = this.#twins.atOnce;
    const some = rows.filter(({ path }) => path === null || /^\/[^/]+\/[^/]+\/./.test(path));
    return this.#twins.atOnce.labelOf(this.#random.pick(some).id);
  }

  #folder(): string {
    const { rows } = this.#twins.atOnce;
    const above = new Set(rows.map(({ path }) => path?.replace(/\/[^/]*$/, '')));
    const some = rows.filter(({ path }) => path !== null && above.has(path) && path.length > 30);
    return some.length === 0 ? this.#any() : this.#twins.atOnce.labelOf(this.#random.pick(some).id);
  }
}

function documentBody(type: string, name: string, properties: object = {}): object {
  return { 'entity-type': 'document', type, name, properties };
}
