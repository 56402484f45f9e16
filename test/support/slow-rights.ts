import { type Ace, type Acl, aceStatus } from '../../src/model/acl.ts';
import type { Principal } from '../../src/model/principal.ts';
import type { DocumentTable, Tables } from '../../src/storage/tables.ts';
import type { TestRepository } from './repository.ts';

type Row = Pick<
  DocumentTable,
  'id' | 'parent_id' | 'own_acl' | 'is_version' | 'series_id' | 'proxy_target_id'
>;

interface Question {
  readonly id: string;
  readonly permission: string;
  readonly isListed: boolean;
}

/**
 * The rights on documents as a simple computation: from the entries stored with each document, and from
 * the rows of tasks, walking up from the document each time.
 */
export class SlowRights {
  readonly #repository: TestRepository;
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #grants: readonly Tables['task_grant'][];

  private constructor(
    repository: TestRepository,
    rows: readonly Row[],
    grants: readonly Tables['task_grant'][],
  ) {
    this.#repository = repository;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#grants = grants;
  }

  static async read(repository: TestRepository): Promise<SlowRights> {
    return repository.database.read(async (handle) => {
      const columns = ['id', 'parent_id', 'own_acl', 'is_version', 'series_id'] as const;
      const rows = await handle.all(
        handle.builder.selectFrom('document').select([...columns, 'proxy_target_id']),
      );
      const grants = await handle.all(handle.rows.selectFrom('task_grant').selectAll());
      return new SlowRights(repository, rows, grants);
    });
  }

  /** With `isListed` as lists decide: what ended tasks allow on themselves is left out. */
  has(principal: Principal, { id, permission, isListed }: Question): boolean {
    if (principal.isAdministrator) return true;
    if (!this.#rows.has(id)) return false;
    return (
      this.#isGranted(principal, { id, permission, isListed }) ||
      this.#isAllowed(principal, { id, permission })
    );
  }

  /** Lists of the audit have what lists of documents have, where it may be read: by entries, or by a task. */
  isAudited(principal: Principal, id: string): boolean {
    if (principal.isAdministrator) return true;
    if (this.#isGranted(principal, { id, permission: 'Read', isListed: true })) return true;
    return ['Browse', 'Read'].every((permission) => this.#isAllowed(principal, { id, permission }));
  }

  /** By tasks. */
  #isGranted({ identities }: Principal, { id, permission, isListed }: Question): boolean {
    const including = this.#repository.context.model.permissionsIncluding(permission);
    const chain = this.#chainOf(id);
    return this.#grants.some((grant) => {
      const isAt = grant.document_id === id;
      const isAbove = grant.kind !== 'task' && chain.some((each) => each.id === grant.document_id);
      const isApplied = grant.is_listed === 1 || !isListed;
      const isMeant = identities.has(grant.principal) && including.has(grant.permission);
      return (isAt || isAbove) && isApplied && isMeant;
    });
  }

  /** By entries. */
  #isAllowed(
    { identities }: Principal,
    { id, permission }: Pick<Question, 'id' | 'permission'>,
  ): boolean {
    const including = this.#repository.context.model.permissionsIncluding(permission);
    const nowMs = Date.now();
    const deciding = this.#chainOf(id)
      .flatMap(entriesOf)
      .find(
        (ace) =>
          identities.has(ace.username) &&
          including.has(ace.permission) &&
          aceStatus(ace, nowMs) === 'effective',
      );
    return deciding?.granted ?? false;
  }

  /** A version has the rights of its live document. */
  #chainOf(id: string): readonly Row[] {
    const row = this.#rows.get(id);
    const live = row?.is_version === 1 ? this.#rows.get(row.series_id) : row;
    return live ? this.#above(live) : [];
  }

  /**
   * Whether words of a comment find the document that it is about, where that may be seen. Comments of
   * proxies and versions have another place, and no entries of a version that only a task shows.
   */
  tells(principal: Principal, commentId: string, { about }: { about: string }): boolean {
    if (this.has(principal, { id: commentId, permission: 'Browse', isListed: true })) return true;
    const row = this.#rows.get(about);
    if (row?.is_version !== 1) return row?.proxy_target_id !== null;
    const including = this.#repository.context.model.permissionsIncluding('Browse');
    return this.#grants.some(
      (grant) =>
        grant.document_id === about &&
        grant.is_listed === 1 &&
        principal.identities.has(grant.principal) &&
        including.has(grant.permission),
    );
  }

  #above(row: Row): readonly Row[] {
    const chain: Row[] = [];
    for (let at: Row | undefined = row; at; at = this.#rows.get(at.parent_id ?? '')) chain.push(at);
    return chain;
  }
}

function entriesOf({ own_acl: own }: Row): readonly Ace[] {
  return own === null ? [] : (JSON.parse(own) as Acl[]).flatMap(({ aces }) => aces);
}
