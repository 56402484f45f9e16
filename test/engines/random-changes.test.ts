import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Random } from '../support/random.ts';

const roundsMin = 6;
/** More rounds until so many kinds of change have succeeded at least once; chance decides how many. */
const kindsMin = 21;
const roundsMax = 30;
const documentsPerRound = 8;
const stepsPerRound = 40;
const workspaces = '/default-domain/workspaces';

/** Proxies have files of their own here, so that every kind of document refers to contents. */
const model = { proxySchemas: ['files'] };

/** Random changes of all kinds, by two users, of whatever documents there are. */
class Changes {
  readonly #app: TestApp;
  readonly #random: Random;
  readonly #ids: string[] = [];
  #names = 0;
  /** Kind of change and status → how often. */
  readonly outcomes = new Map<string, number>();

  constructor(app: TestApp, random: Random) {
    this.#app = app;
    this.#random = random;
  }

  get kindsDone(): number {
    return [...this.outcomes.keys()].filter((outcome) => outcome.endsWith(' true')).length;
  }

  async step(): Promise<void> {
    const [name, kind] = this.#random.pick(Object.entries(this.#kinds));
    const { status, text } = await kind();
    expect(status, `${name}: ${text}`).toBeLessThan(500);
    const outcome = `${name} ${status < 400}`;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    // Made by operations, too: copies, versions and proxies take part from now on.
    const uid = /"uid":"([0-9a-f-]{36})"/.exec(text)?.[1];
    if (status < 400 && uid !== undefined && !this.#ids.includes(uid)) this.#ids.push(uid);
  }

  readonly #kinds: Record<string, () => Promise<TestResponse>> = {
    create: () => this.#create(),
    update: () => this.#put(this.#properties()),
    updateVersioned: () => this.#put(this.#properties(), { 'X-Versioning-Option': 'MINOR' }),
    addFacet: () => this.#run('Document.AddFacet', { facet: 'HiddenInNavigation' }),
    removeFacet: () => this.#run('Document.RemoveFacet', { facet: 'HiddenInNavigation' }),
    tag: () => this.#run('Services.TagDocument', { tags: `tag${this.#random.below(3)}` }),
    untag: () => this.#run('Services.RemoveDocumentTags', {}),
    checkIn: () => this.#run('Document.CreateVersion', { increment: 'Major' }),
    checkOut: () => this.#run('Document.CheckOut', {}),
    restore: () => this.#restore(),
    copy: () => this.#run('Document.Copy', { target: this.#id(), name: this.#name() }),
    move: () => this.#run('Document.Move', { target: this.#id() }),
    trash: () => this.#run('Document.Trash', {}),
    untrash: () => this.#run('Document.Untrash', {}),
    remove: () => this.#run('Document.Delete', {}),
    proxy: () => this.#run('Document.CreateLiveProxy', { 'Destination Path': this.#id() }),
    publish: () => this.#run('Document.PublishToSection', { target: this.#id() }),
    unpublish: () => this.#run('Document.UnpublishAll', {}),
    transition: () =>
      this.#run('Document.FollowLifecycleTransition', {
        value: this.#random.pick(['approve', 'obsolete', 'backToProject']),
      }),
    lock: () => this.#run('Document.Lock', {}),
    unlock: () => this.#run('Document.Unlock', {}),
    order: () => this.#run('Document.Order', { before: this.#id() }),
    grant: () =>
      this.#run('Document.AddPermission', { users: ['writer'], permission: 'Everything' }),
    block: () => this.#run('Document.BlockPermissionInheritance', {}),
  };

  async fill(): Promise<void> {
    for (let count = 0; count < documentsPerRound; count += 1) {
      const { json } = await this.#create(workspaces);
      this.#ids.push(json.uid);
    }
  }

  #create(path?: string): Promise<TestResponse> {
    const type = this.#random.pick(['File', 'File', 'Folder', 'OrderedFolder', 'Note']);
    const isFile = type === 'File';
    const properties = isFile ? this.#properties() : { 'dc:title': this.#name() };
    const body = { 'entity-type': 'document', type, name: this.#name(), properties };
    const parent = path === undefined ? `id/${this.#id()}` : `path${path}`;
    return this.#request(`POST /api/v1/${parent}`, body);
  }

  #properties(): object {
    const blob = () => ({ name: this.#name(), data: `content ${this.#random.below(20)}` });
    const files = Array.from({ length: this.#random.below(3) }, () => ({ file: blob() }));
    const content = this.#random.below(3) === 0 ? null : blob();
    const all = { 'dc:title': this.#name(), 'file:content': content, 'files:files': files };
    return Object.fromEntries(Object.entries(all).filter(() => this.#random.below(3) > 0));
  }

  #put(properties: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    const id = this.#id();
    const body = { 'entity-type': 'document', uid: id, properties };
    return this.#request(`PUT /api/v1/id/${id}`, body, headers);
  }

  async #restore(): Promise<TestResponse> {
    return this.#run('Document.RestoreVersion', { createVersion: this.#random.below(2) === 0 });
  }

  #run(operation: string, params: object): Promise<TestResponse> {
    const body = { input: `doc:${this.#id()}`, params };
    return this.#request(`POST /site/automation/${operation}`, body);
  }

  #request(
    line: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const user = this.#random.pick(['Administrator', 'Administrator', 'writer']);
    return this.#app.request(line, { user, body, headers });
  }

  /** One of the newer documents more often, for these are still there. */
  #id(): string {
    const newest = this.#ids.slice(-15);
    const ids = this.#random.below(3) > 0 ? newest : this.#ids;
    return this.#random.pick(ids);
  }

  #name(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }
}

describe.each(engines)('random changes of all kinds on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let app: TestApp;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(path, JSON.stringify(model));
    app = await startTestApp(engine, { contentModelFiles: [path] });
    await createUser(app, 'writer');
    const body = {
      input: workspaces,
      params: { users: ['writer'], permission: 'Everything' },
    };
    await app.request('POST /site/automation/Document.AddPermission', { body });
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  test('leave a store in which everything fits together', { timeout: 120_000 }, async () => {
    const random = new Random();
    const changes = new Changes(app, random);
    for (let round = 0; round < roundsMin || changes.kindsDone < kindsMin; round += 1) {
      expect(round, [...changes.outcomes].join('; ')).toBeLessThan(roundsMax);
      await changes.fill();
      for (let step = 0; step < stepsPerRound; step += 1) await changes.step();
      const findings = await storeFindings({ ...app.services, ...app.services.repository });
      expect(findings, `TEST_SEED=${random.seed}, round ${round}`).toEqual([]);
    }
  });
});
