import { settleable } from '../../src/repository/changes/settling-order.ts';
import { settleSlice } from '../../src/repository/editing/settle-slice.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import type { DocumentTable } from '../../src/storage/tables.ts';
import type { TestApp, TestRequest, TestResponse } from './app.ts';
import { startWithChains, type TestStep } from './chains.ts';
import { holdSubtreeWork, runOldestTask } from './held-work.ts';
import type { Random } from './random.ts';

/** What tells documents of two stores apart. */
export type SeenRow = Pick<
  DocumentTable,
  | 'id'
  | 'path'
  | 'is_version'
  | 'is_trashed'
  | 'lock_owner'
  | 'own_acl'
  | 'proxy_target_id'
  | 'series_id'
  | 'version_created_at'
>;

const seenColumns = [
  'id',
  'path',
  'is_version',
  'is_trashed',
  'lock_owner',
  'own_acl',
  'proxy_target_id',
  'series_id',
  'version_created_at',
] as const satisfies readonly (keyof SeenRow)[];

/** Does everything that follows from changes of folders. */
export async function finishTasks({ services: { database, repository } }: TestApp): Promise<void> {
  const rowsMax = 2;
  while (await database.write((handle) => runOldestTask(handle, repository, rowsMax)));
}

/** Writes one slice of a random change that can be written; false when none is pending. */
export async function settleSome(
  { services: { database, repository } }: TestApp,
  { random, rowsMax }: { random: Random; rowsMax: number },
): Promise<boolean> {
  return database.write(async (handle) => {
    const changes = settleable(handle.tree.changes);
    if (changes.length === 0) return false;
    const { seq } = random.pick(changes);
    await settleSlice(createSystemUnit(handle, repository), { seq, rowsMax });
    return true;
  });
}

/** Writes changes until none moves the documents at a path: a copy of many of them waits for that. */
async function settleMoves({ services }: TestApp, path: string): Promise<void> {
  const { database, repository } = services;
  const isLeft = () =>
    database.write(async (handle) => {
      const [first] = settleable(handle.tree.changes);
      if (!first || !handle.tree.movesAround(path)) return false;
      await settleSlice(createSystemUnit(handle, repository), { seq: first.seq, rowsMax: 100 });
      return true;
    });
  while (await isLeft());
}

/** All documents as readers see them. */
function seenRows({ services }: TestApp): Promise<SeenRow[]> {
  return services.database.read((handle) =>
    handle.all(handle.builder.selectFrom('document').select(seenColumns)),
  );
}

/** Instants in names, in the order of their digits, do not depend on the store. */
function timeless(text: string): string {
  return text.replaceAll(/1\d{12}/g, '1000000000000');
}

/** Names for ids, given in the order in which documents were made. */
class Labels {
  readonly #byId = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  set(id: string, label: string): void {
    this.#byId.set(id, label);
    this.#ids.set(label, id);
  }

  labelOf(id: string): string {
    return this.#byId.get(id) ?? '<unknown>';
  }

  idOf(label: string): string {
    return this.#ids.get(label) ?? '00000000-0000-4000-8000-000000000000';
  }
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** One of two stores, in which documents have labels. */
export class Twin {
  readonly app: TestApp;
  readonly #labels = new Labels();
  rows: readonly SeenRow[] = [];

  constructor(app: TestApp) {
    this.app = app;
  }

  /** `<d3>` in the line and the body stands for the id of a document. */
  request(line: string, options: TestRequest = {}): Promise<TestResponse> {
    const body = options.body === undefined ? {} : { body: this.#filled(options.body) };
    return this.app.request(this.#filledText(line), { ...options, ...body });
  }

  #filled(body: unknown): unknown {
    return JSON.parse(this.#filledText(JSON.stringify(body)));
  }

  #filledText(text: string): string {
    return text.replaceAll(/<d\d+>/g, (label) => this.#labels.idOf(label));
  }

  /** Without what differs between two stores by nature. */
  normalised(text: string): string {
    return timeless(text.replaceAll(idPattern, (id) => this.#labels.labelOf(id)))
      .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<instant>')
      .replaceAll(/"id":\d+/g, '"id":0');
  }

  labels(): ReadonlySet<string> {
    return new Set(this.rows.map(({ id }) => this.#labels.labelOf(id)));
  }

  labelOf(id: string): string {
    return this.#labels.labelOf(id);
  }

  idOf(label: string): string {
    return this.#labels.idOf(label);
  }

  async readRows(): Promise<void> {
    this.rows = await seenRows(this.app);
  }

  /** Rows without a label, in an order that does not depend on their ids. */
  newRows(): readonly { readonly row: SeenRow; readonly key: string }[] {
    const made = this.rows.filter(({ id }) => !this.#labels.has(id));
    return made
      .map((row) => ({ row, key: this.#keyOf(row) }))
      .toSorted(
        (one, other) =>
          compare(one.key, other.key) ||
          compare(one.row.path ?? '', other.row.path ?? '') ||
          (one.row.version_created_at ?? 0) - (other.row.version_created_at ?? 0),
      );
  }

  #keyOf(row: SeenRow): string {
    if (row.is_version === 0) return timeless(row.path ?? '');
    const live = this.rows.find(({ id }) => id === row.series_id);
    return `version of ${timeless(live?.path ?? '')} ${this.#labels.labelOf(row.series_id)}`;
  }

  /** What is written in the rows, sorted; ids of ACLs follow from their content. */
  async storedPlaces(): Promise<readonly string[]> {
    const rows = await this.app.services.database.read((handle) =>
      handle.all(
        handle.rows
          .selectFrom('document')
          .select(['id', 'path', 'parent_id', 'acl_id', 'is_trashed', 'is_version']),
      ),
    );
    return rows
      .map(({ id, ...place }) => this.normalised(`${id} ${JSON.stringify(place)}`))
      .toSorted();
  }

  /** What was recorded of documents, also of removed ones, sorted. */
  async audit(): Promise<readonly string[]> {
    const rows = await this.app.services.database.read((handle) =>
      handle.all(
        handle.rows
          .selectFrom('audit_entry')
          .select(['document_id', 'event_id', 'principal_name', 'document_type', 'comment']),
      ),
    );
    return rows
      .map(({ document_id: id, ...entry }) => this.normalised(`${id} ${JSON.stringify(entry)}`))
      .toSorted();
  }

  label(id: string, label: string): void {
    this.#labels.set(id, label);
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export interface TwinResponse {
  readonly pending: TestResponse;
  readonly atOnce: TestResponse;
}

/**
 * The same requests for two stores: one in which changes of subtrees are pending and only written
 * when the test says so, and one in which they are written at once.
 */
export class TwinStores {
  readonly pending: Twin;
  readonly atOnce: Twin;
  #labels = 0;

  constructor(pending: TestApp, atOnce: TestApp) {
    this.pending = new Twin(pending);
    this.atOnce = new Twin(atOnce);
  }

  get both(): readonly [Twin, Twin] {
    return [this.pending, this.atOnce];
  }

  async request(line: string, options: TestRequest = {}): Promise<TwinResponse> {
    const pending = await this.pending.request(line, options);
    const atOnce = await this.atOnce.request(line, options);
    return { pending, atOnce };
  }

  /** Gives labels to new documents; returns a difference, if they are not the same. */
  async label(): Promise<string | undefined> {
    for (const twin of this.both) await twin.readRows();
    const [pending, atOnce] = [this.pending.newRows(), this.atOnce.newRows()];
    const keys = (rows: typeof pending) => rows.map(({ key }) => key).join('\n');
    if (keys(pending) !== keys(atOnce)) {
      return `new documents\n${keys(pending)}\ninstead of\n${keys(atOnce)}`;
    }
    for (const [at, { row }] of pending.entries()) {
      const label = `<d${this.#labels}>`;
      this.#labels += 1;
      this.pending.label(row.id, label);
      this.atOnce.label((atOnce[at] as { row: SeenRow }).row.id, label);
    }
    return undefined;
  }

  /** As a copy of a document needs it. */
  async settleMovesOf(label: string): Promise<void> {
    const id = this.pending.idOf(label);
    const path = this.pending.rows.find((row) => row.id === id)?.path;
    if (path) await settleMoves(this.pending.app, path);
  }

  /** Versions that stay until the proxies that show them are removed, in slices. */
  leftVersions(): ReadonlySet<string> {
    return new Set(this.#leftRows().map(({ id }) => this.pending.labelOf(id)));
  }

  /** The ids of these versions, and of the documents that they were made of. */
  leftSeries(): readonly string[] {
    return this.#leftRows().flatMap((row) => [row.id, row.series_id]);
  }

  #leftRows(): readonly SeenRow[] {
    const present = this.atOnce.labels();
    return this.pending.rows.filter(
      ({ id, is_version }) => is_version === 1 && !present.has(this.pending.labelOf(id)),
    );
  }

  async close(): Promise<void> {
    for (const { app } of this.both) await app.close();
  }
}

export async function openTwinStores(
  engine: EngineName,
  chains: Readonly<Record<string, readonly TestStep[]>> = {},
): Promise<TwinStores> {
  const pending = await startWithChains(engine, chains, {}, { subtreeWrittenAtOnce: 0 });
  const atOnce = await startWithChains(engine, chains, {}, { subtreeWrittenAtOnce: 10_000 });
  await holdSubtreeWork(pending);
  return new TwinStores(pending, atOnce);
}
