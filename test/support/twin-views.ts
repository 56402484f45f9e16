import type { TestResponse } from './app.ts';
import type { Random } from './random.ts';
import { twinUsers } from './twin-steps.ts';
import type { Twin, TwinStores } from './twin-stores.ts';

const enriched = {
  properties: '*',
  'fetch.document': 'versionLabel,lock',
  'enrichers.document':
    'acls,breadcrumb,children,documentURL,firstAccessibleAncestor,hasContent,hasFolderishChild,permissions,subtypes,tags,userVisiblePermissions',
};

/** Audit entries that are recorded with the slices, or beside requests. */
const lateEvents = ['documentCreatedByCopy', 'download', 'proxyRemoved', 'versionRemoved'];

interface View {
  readonly line: string;
  readonly headers?: Record<string, string>;
  /** Documents of equal keys come in the order of their ids, which differ. */
  readonly isOrdered?: boolean;
  readonly hasVersions?: boolean;
}

const pageSize = 1_000;
const manyDocuments = 20;
const everything = 'SELECT * FROM Document WHERE ecm:isVersion = 0 ORDER BY ecm:path';

function query(text: string, more: object = {}): string {
  return `GET /api/v1/query?${new URLSearchParams({ query: text, pageSize: String(pageSize), ...more })}`;
}

/** Reads the same at both stores and returns the first difference. */
export class TwinViews {
  readonly #twins: TwinStores;
  readonly #random: Random;
  /** Every path at which a document ever was, in both stores. */
  readonly #paths = new Map<string, readonly [string, string]>();

  constructor(twins: TwinStores, random: Random) {
    this.#twins = twins;
    this.#random = random;
  }

  /** The list of all documents for each user, and a part of the other views for one of them. */
  async compareSome(): Promise<string | undefined> {
    this.#rememberPaths();
    for (const user of twinUsers) {
      const found = await this.#compare({ line: query(everything), isOrdered: true }, user);
      if (found !== undefined) return found;
    }
    const user = this.#random.pick(twinUsers);
    const views = [...this.#someOf(this.#wholeViews(), 1), ...this.#someOf(this.#folderViews(), 4)];
    return (
      (await this.#compareViews(views, user)) ??
      (await this.#comparePaths(user, 3)) ??
      (await this.#compareDocuments(user, { count: 2, viewsMax: 2 })) ??
      (this.#random.below(3) === 0 ? await this.#comparePages(user) : undefined)
    );
  }

  async compareMany(): Promise<string | undefined> {
    this.#rememberPaths();
    for (const user of twinUsers) {
      const found =
        (await this.#compareViews([...this.#wholeViews(), ...this.#folderViews()], user)) ??
        (await this.#comparePaths(user, manyDocuments)) ??
        (await this.#compareDocuments(user, { count: manyDocuments, viewsMax: 4 })) ??
        (await this.#comparePages(user));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #compareViews(views: readonly View[], user: string): Promise<string | undefined> {
    for (const view of views) {
      const found = await this.#compare(view, user);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #wholeViews(): readonly View[] {
    return [
      {
        line: query(everything),
        headers: enriched,
        isOrdered: true,
      },
      { line: query('SELECT * FROM Document'), hasVersions: true },
      { line: query('SELECT * FROM Document WHERE ecm:isVersion = 1'), hasVersions: true },
    ];
  }

  #folderViews(): readonly View[] {
    const label = this.#someLabel();
    const { path } = this.#pathsOf(label);
    const word = this.#random.pick(['walrus', 'penguin', 'seal']);
    const group = this.#random.pick(['writers', 'readers', 'Everyone']);
    const conditions = [
      `ecm:path STARTSWITH '${path}'`,
      `ecm:path = '${path}'`,
      `NOT ecm:path STARTSWITH '${path}'`,
      `ecm:ancestorId = '${label}'`,
      `ecm:parentId = '${label}'`,
      `ecm:uuid = '${label}'`,
      'ecm:isTrashed = 1',
      'ecm:isTrashed = 0 AND ecm:isProxy = 0',
      'ecm:isProxy = 1',
      `ecm:acl/*1/principal = '${group}'`,
      `ecm:fulltext = '${word}'`,
      `ecm:fulltext = '${word}' AND ecm:path STARTSWITH '${path}' AND ecm:isTrashed = 0`,
      `ecm:tag = '${word}'`,
      "ecm:name LIKE 'a%'",
      `dc:title LIKE '%${word}%' AND ecm:parentId = '${label}'`,
      `ecm:parentId = '${label}' OR ecm:ancestorId = '${label}'`,
      "ecm:currentLifeCycleState = 'project' AND ecm:isCheckedInVersion = 0",
      "ecm:lockOwner = 'writer'",
      `ecm:versionVersionableId = '${label}'`,
      `ecm:proxyTargetId = '${label}'`,
    ];
    const search = (more: object) =>
      `GET /api/v1/search/pp/default_search/execute?${new URLSearchParams({ pageSize: '100', ...more })}`;
    return [
      ...conditions.map(
        (each): View => ({
          line: query(`SELECT * FROM Document WHERE ${each}`),
          hasVersions: true,
        }),
      ),
      ...['ecm:path', 'ecm:name', 'dc:title', 'ecm:path DESC'].map(
        (order): View => ({
          line: query(
            `SELECT * FROM Document WHERE ecm:isVersion = 0 AND ecm:path STARTSWITH '${path}' ORDER BY ${order}`,
          ),
          isOrdered: order.startsWith('ecm:path'),
        }),
      ),
      ...['', '?sortBy=ecm:name', '?sortBy=dc:title&sortOrder=desc'].map(
        (sort): View => ({
          line: `GET /api/v1/id/${label}/@children${sort}`,
          headers: enriched,
          isOrdered: sort === '?sortBy=ecm:name',
        }),
      ),
      { line: `GET /api/v1/id/${label}/@pp/document_content?pageSize=100` },
      { line: `GET /api/v1/id/${label}/@pp/document_trash_content?pageSize=100` },
      { line: `GET /api/v1/id/${label}/@pp/tree_children?pageSize=100` },
      { line: `GET /api/v1/id/${label}/@search?fullText=${word}&pageSize=100`, hasVersions: true },
      { line: search({ ecm_path: path }) },
      { line: search({ quickFilters: 'noFolder' }) },
      {
        line: search({ ecm_fulltext: word, highlight: 'dc:title.fulltext,dc:description' }),
        headers: { 'enrichers.document': 'highlight,permissions' },
      },
    ];
  }

  async #compareDocuments(
    user: string,
    { count, viewsMax }: { count: number; viewsMax: number },
  ): Promise<string | undefined> {
    const labels = [...this.#twins.atOnce.labels()];
    for (const label of this.#someOf(labels, count)) {
      const views: readonly View[] = [
        { line: `GET /api/v1/id/${label}`, headers: enriched },
        { line: `GET /api/v1/id/${label}/@acl` },
        { line: `GET /api/v1/id/${label}/@audit?pageSize=200` },
        { line: `GET /api/v1/id/${label}/@blob/file:content` },
        { line: `GET /nxfile/default/${label}/file:content/x.txt` },
        { line: `GET /api/v1/id/${label}/@op/Document.GetVersions` },
        { line: `GET /api/v1/id/${label}/@op/Document.GetParent` },
        { line: `GET /api/v1/id/${label}/@op/Document.GetChildren` },
      ];
      const found = await this.#compareViews(this.#someOf(views, viewsMax), user);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The paths of both stores, which differ where a name is made of the time. */
  async #comparePaths(user: string, count: number): Promise<string | undefined> {
    const { pending, atOnce } = this.#twins;
    for (const [one, other] of this.#someOf([...this.#paths.values()], count)) {
      const path = (each: string) => `GET /api/v1/path${encodeURI(each)}`;
      const responses = [
        await pending.request(path(one), { user, headers: enriched }),
        await atOnce.request(path(other), { user, headers: enriched }),
      ] as const;
      const found = this.#difference(responses, { line: path(one) });
      if (found !== undefined) return `${user}: ${found}`;
    }
    return undefined;
  }

  /** Page by page every document comes once. */
  async #comparePages(user: string): Promise<string | undefined> {
    const size = 3 + this.#random.below(20);
    const order = this.#random.pick([
      '',
      ' ORDER BY dc:title',
      ' ORDER BY ecm:name',
      ' ORDER BY ecm:path',
    ]);
    const text = `SELECT * FROM Document WHERE ecm:isVersion = 0${order}`;
    const whole = await this.#twins.pending.request(query(text), { user });
    const all: string[] = [];
    for (let page = 0; ; page += 1) {
      const line = query(text, { pageSize: String(size), currentPageIndex: String(page) });
      const { json } = await this.#twins.pending.request(line, { user });
      if (json.resultsCount !== whole.json.resultsCount) return `${line}: ${json.resultsCount}`;
      all.push(...json.entries.map(({ uid }: { uid: string }) => uid));
      if (!json.isNextPageAvailable) break;
    }
    const expected = whole.json.entries.map(({ uid }: { uid: string }) => uid);
    if (JSON.stringify(all) === JSON.stringify(expected)) return undefined;
    return `${user}: pages of ${size} of ${text} have ${all.length} documents, not ${expected.length}`;
  }

  async #compare(view: View, user: string): Promise<string | undefined> {
    const options = { user, ...(view.headers ? { headers: view.headers } : {}) };
    const { pending, atOnce } = await this.#twins.request(view.line, options);
    const found = this.#difference([pending, atOnce], view);
    return found === undefined ? undefined : `${user}: ${found}`;
  }

  #difference([one, other]: readonly [TestResponse, TestResponse], view: View): string | undefined {
    const [pending, atOnce] = [
      this.#comparable(this.#twins.pending, one, view),
      this.#comparable(this.#twins.atOnce, other, view),
    ];
    if (pending === atOnce && one.status < 500) return undefined;
    return `${view.line}\n${firstDifference(indented(pending), indented(atOnce))}`;
  }

  #comparable(twin: Twin, { status, text }: TestResponse, view: View): string {
    const normalised = twin.normalised(text);
    if (status !== 200 || !normalised.startsWith('{')) return `${status} ${normalised}`;
    const hasChildren = normalised.includes('"children"');
    const json = JSON.parse(normalised, hasChildren ? sortedChildren : undefined);
    if (Array.isArray(json.entries)) this.#simplify(json, view);
    return `${status} ${JSON.stringify(json)}`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: JSON of several shapes
  #simplify(json: any, { isOrdered = false, hasVersions = false }: View): void {
    const left = this.#twins.leftVersions();
    json.entries = json.entries.filter(
      (entry: { uid?: string; eventId?: string }) =>
        !left.has(entry.uid ?? '') && !lateEvents.includes(entry.eventId ?? ''),
    );
    const isAudit = json['entity-type'] === 'logEntries';
    if (isAudit) {
      // What follows from a change is recorded when it is done.
      json.entries = json.entries.map((entry: object) => JSON.stringify(entry)).sort();
    } else if (!isOrdered) {
      json.entries.sort((a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1));
    }
    if (isAudit || (hasVersions && left.size > 0)) {
      const { entries } = json;
      for (const key of Object.keys(json)) delete json[key];
      json.entries = entries;
    }
  }

  #someLabel(): string {
    const labels = this.#twins.atOnce.rows.filter(({ path }) => path !== null);
    return this.#twins.atOnce.labelOf(this.#random.pick(labels).id);
  }

  /** A path that means the same in both stores, or one without an instant above it. */
  #pathsOf(label: string): { path: string } {
    const id = this.#twins.atOnce.idOf(label);
    const path = this.#twins.atOnce.rows.find((row) => row.id === id)?.path ?? '/';
    return { path: path.replace(/\/[^/]*1\d{12}.*$/, '') || '/' };
  }

  #rememberPaths(): void {
    const { pending, atOnce } = this.#twins;
    for (const row of atOnce.rows) {
      if (row.path === null) continue;
      const label = atOnce.labelOf(row.id);
      const other = this.#pathNow(pending, label);
      if (other !== undefined) this.#paths.set(`${label} ${row.path}`, [other, row.path]);
    }
  }

  #pathNow(twin: Twin, label: string): string | undefined {
    return twin.rows.find(({ id }) => id === twin.idOf(label))?.path ?? undefined;
  }

  #someOf<T>(items: readonly T[], count: number): readonly T[] {
    if (items.length <= count) return items;
    return Array.from({ length: count }, () => this.#random.pick(items));
  }
}

/** In folders without an order, children come in the order of their ids. */
function sortedChildren(key: string, value: { entries?: { uid: string }[] }): unknown {
  if (key === 'children') value.entries?.sort((a, b) => (a.uid < b.uid ? -1 : 1));
  return value;
}

/** JSON with a line for each member. */
function indented(text: string): string {
  return text.startsWith('200 {') ? JSON.stringify(JSON.parse(text.slice(4)), null, 1) : text;
}

export function firstDifference(pending: string, atOnce: string): string {
  const [left, right] = [pending.split('\n'), atOnce.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  const from = Math.max(0, (at === -1 ? left.length : at) - 12);
  const part = (lines: readonly string[]) => lines.slice(from, from + 24).join('\n');
  return `pending:\n${part(left)}\nwritten at once:\n${part(right)}`;
}
