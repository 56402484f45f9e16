import type { TestRequest } from './app.ts';
import type { TestStep } from './chains.ts';
import { step } from './chains.ts';
import type { Random } from './random.ts';
import type { SeenRow, TwinResponse, TwinStores } from './twin-stores.ts';

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

/** Two of three steps are among these, which change subtrees or depend on their places. */
const often = [
  'create',
  'grant',
  'block',
  'unblock',
  'removeAcl',
  'trash',
  'untrash',
  'move',
  'rename',
  'remove',
  'publish',
];
const topPath = '/default-domain/workspaces/top';
const documentsMax = 90;

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
    const grant = (group: string, permission: string) =>
      this.#run(
        'Document.AddPermission',
        { users: [group], permission },
        { user: 'Administrator', input: topPath },
      );
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
    const isOften = this.#random.below(3) > 0;
    const kinds = this.#kinds.filter(([name]) => !isOften || often.includes(name));
    const [name, kind] = this.#random.pick(kinds);
    const responses = await kind();
    const what = `${name} ${this.journal.at(-1)}`;
    const outcome = `${name} ${responses.atOnce.status < 400}`;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    return { ...responses, what };
  }

  readonly #kinds: readonly (readonly [string, () => Promise<TwinResponse>])[] = Object.entries({
    create: () => this.#create_(),
    createMore: () => this.#create_(),
    createAgain: () => this.#create_(),
    update: () => this.#update(),
    grant: () => this.#changeFolder('Document.AddPermission', this.#grant()),
    grantMore: () => this.#changeFolder('Document.AddPermission', this.#grant()),
    grantOne: () => this.#changeAny('Document.AddPermission', this.#grant()),
    takeAway: () =>
      this.#changeFolder('Document.RemovePermission', { user: this.#random.pick(groups) }),
    block: () => this.#changeFolder('Document.BlockPermissionInheritance', {}),
    unblock: () => this.#change(this.#own(), 'Document.UnblockPermissionInheritance', {}),
    removeAcl: () => this.#change(this.#own(), 'Document.RemoveACL', { acl: 'local' }),
    trash: () => this.#changeFolder('Document.Trash', {}),
    trashAny: () => this.#changeAny('Document.Trash', {}),
    untrash: () => this.#change(this.#trashed(), 'Document.Untrash', {}),
    untrashMore: () => this.#change(this.#trashed(), 'Document.Untrash', {}),
    untrashMost: () => this.#change(this.#trashed(), 'Document.Untrash', {}),
    move: () => this.#move({}),
    moveAndRename: () => this.#move({ name: this.#random.pick(names) }),
    rename: () => this.#rename(),
    renameMore: () => this.#rename(),
    remove: () => this.#changeFolder('Document.Delete', {}),
    removeAny: () => this.#changeAny('Document.Delete', {}),
    emptyTrash: () => this.#changeAny('Document.EmptyTrash', { parent: this.#folder() }),
    copy: () => this.#copy(),
    copyMore: () => this.#copy(),
    publish: () => this.#changeAny('Document.PublishToSection', { target: this.#folder() }),
    publishMore: () => this.#changeAny('Document.PublishToSection', { target: this.#folder() }),
    unpublish: () => this.#changeAny('Document.UnpublishAll', {}),
    proxy: () =>
      this.#changeAny('Document.CreateLiveProxy', { 'Destination Path': this.#folder() }),
    checkIn: () => this.#changeAny('Document.CreateVersion', { increment: 'Minor' }),
    checkOut: () => this.#changeAny('Document.CheckOut', {}),
    restore: () => this.#change(this.#version(), 'Document.RestoreVersion', { checkout: true }),
    lock: () => this.#changeAny('Document.Lock', {}),
    unlock: () => this.#change(this.#locked(), 'Document.Unlock', {}),
    transition: () =>
      this.#changeAny('Document.FollowLifecycleTransition', {
        value: this.#random.pick(['approve', 'obsolete', 'backToProject']),
      }),
    tag: () => this.#changeAny('Services.TagDocument', { tags: this.#random.pick(words) }),
    order: () => this.#changeAny('Document.Order', { before: this.#any() }),
    several: () => this.#changeFolder('Test.Several', {}),
    rolledBack: () => this.#changeFolder('Test.RolledBack', {}),
  });

  #create_(): Promise<TwinResponse> {
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
    const input = this.#folder();
    return this.#change(input, 'Document.Move', {
      target: this.#parentOf(input) ?? this.#folder(),
      name: this.#random.pick(names),
    });
  }

  #move(more: object): Promise<TwinResponse> {
    const input = this.#random.below(4) > 0 ? this.#folder() : this.#any();
    const target = this.#folderOutside(input);
    return this.#change(input, 'Document.Move', { target, ...more });
  }

  /** Of small trees, as copies of copies grow fast. */
  async #copy(): Promise<TwinResponse> {
    const { rows } = this.#twins.atOnce;
    const belowMax = rows.length > documentsMax ? 0 : 6;
    const some = this.#live().filter(
      ({ path }) => rows.filter((row) => row.path?.startsWith(`${path}/`)).length <= belowMax,
    );
    const input = this.#labelOf(some);
    const target = this.#folderOutside(input);
    await this.#twins.settleMovesOf(input);
    return this.#change(input, 'Document.Copy', { target, name: this.#random.pick(names) });
  }

  #changeFolder(operation: string, params: object): Promise<TwinResponse> {
    return this.#change(this.#folder(), operation, params);
  }

  #changeAny(operation: string, params: object): Promise<TwinResponse> {
    return this.#change(this.#any(), operation, params);
  }

  #change(input: string, operation: string, params: object): Promise<TwinResponse> {
    return this.#run(operation, params, { user: this.#user_(), input });
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
    const admin = 'Administrator';
    return this.#random.pick([admin, admin, admin, admin, 'writer', 'writer', 'writer', 'reader']);
  }

  /** Documents of the tree under test. */
  #live(): readonly SeenRow[] {
    return this.#twins.atOnce.rows.filter(({ path }) => path?.startsWith(`${topPath}/`));
  }

  #any(): string {
    return this.#labelOf(this.#random.below(10) === 0 ? this.#versions() : this.#live());
  }

  #version(): string {
    return this.#labelOf(this.#versions());
  }

  #versions(): readonly SeenRow[] {
    return this.#twins.atOnce.rows.filter((row) => row.is_version === 1);
  }

  #trashed(): string {
    return this.#labelOf(this.#live().filter((row) => row.is_trashed === 1));
  }

  #locked(): string {
    return this.#labelOf(this.#live().filter((row) => row.lock_owner !== null));
  }

  #own(): string {
    return this.#labelOf(this.#live().filter((row) => row.own_acl !== null));
  }

  /** With documents below it. */
  #folder(): string {
    return this.#labelOf(this.#folders());
  }

  #folders(): readonly SeenRow[] {
    const above = new Set(this.#live().map(({ path }) => parentPath(path)));
    return this.#live().filter(({ path }) => above.has(path ?? ''));
  }

  #folderOutside(label: string): string {
    const path = this.#rowOf(label)?.path ?? '';
    return this.#labelOf(this.#folders().filter((row) => !`${row.path}/`.startsWith(`${path}/`)));
  }

  #parentOf(label: string): string | undefined {
    const above = parentPath(this.#rowOf(label)?.path ?? null);
    const parent = this.#twins.atOnce.rows.find(({ path }) => path === above);
    return parent && this.#twins.atOnce.labelOf(parent.id);
  }

  #rowOf(label: string): SeenRow | undefined {
    const id = this.#twins.atOnce.idOf(label);
    return this.#twins.atOnce.rows.find((row) => row.id === id);
  }

  /** Of one of the rows, or if there are none, of any document. */
  #labelOf(some: readonly SeenRow[]): string {
    const rows = some.length > 0 ? some : this.#twins.atOnce.rows;
    return this.#twins.atOnce.labelOf(this.#random.pick(rows).id);
  }
}

function parentPath(path: string | null): string {
  return path?.replace(/\/[^/]*$/, '') ?? '';
}

function documentBody(type: string, name: string, properties: object = {}): object {
  return { 'entity-type': 'document', type, name, properties };
}
