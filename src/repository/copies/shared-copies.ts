import { isWithin, repeat } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { Database } from '../../storage/database.ts';
import { readSecurityRevision } from '../principals/security-revision.ts';
import { listenForCommits } from '../unit/notices.ts';
import { copyChanges } from './copy-changes.ts';
import { copyEverything } from './copy-everything.ts';
import { type CopyPlaces, claimForCopies, readCopyState } from './copy-state.ts';

/** A repository whose database has copies of users, groups and directory entries. */
interface Copy extends CopyPlaces {
  readonly repository: string;
  isBehind: boolean;
}

/** What commands have changed, and processes that ended before they copied it, is found so often. */
const pollIntervalMs = 5_000;
/** A request does not wait longer for a database that does not answer. */
const waitMaxMs = 2_000;

/** Copies each change of users, groups and directory entries to the databases of other repositories. */
export class SharedCopies {
  readonly #main: Database;
  readonly #mainStore: string;
  readonly #log: Logger;
  readonly #copies: Copy[] = [];
  readonly #ends: (() => void)[] = [];
  #isWanted = false;
  #running: Promise<void> | undefined;

  /** @param mainStore identifies the database of the users */
  constructor(main: Database, { mainStore, log }: { mainStore: string; log: Logger }) {
    this.#main = main;
    this.#mainStore = mainStore;
    this.#log = log;
  }

  /**
   * Before anything is written to the database of a repository.
   *
   * @throws AppError store.mismatch for one that has other users
   */
  claim(copy: Database): Promise<void> {
    return claimForCopies(copy, this.#mainStore);
  }

  /**
   * Brings the copies of a repository up to date, and keeps them so once `start` has been called.
   */
  async add(repository: string, copy: Database): Promise<void> {
    const places = { main: this.#main, copy };
    const { copied } = await copy.read(readCopyState);
    const revision = await this.#main.read(readSecurityRevision);
    // A revision that is ahead is that of a database which was replaced by an older one.
    if (copied === null || copied > revision) await copyEverything(places);
    while (await copyChanges(places));
    this.#copies.push({ repository, ...places, isBehind: false });
  }

  async start(): Promise<void> {
    if (this.#copies.length === 0) return;
    const builder = await this.#main.read(async ({ rows }) => rows);
    const copy = (): void => this.#copySoon();
    this.#ends.push(listenForCommits(builder, { sharedRowsChanged: copy }));
    this.#ends.push(repeat(pollIntervalMs, copy));
  }

  /** Resolves when what this process has changed is copied; undefined when it is. */
  get pending(): Promise<unknown> | undefined {
    return this.#running && isWithin(this.#running, waitMaxMs);
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await this.#running;
  }

  #copySoon(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await Promise.all(this.#copies.map((copy) => this.#update(copy)));
    }
    this.#running = undefined;
  }

  async #update(copy: Copy): Promise<void> {
    try {
      while (await copyChanges(copy));
      copy.isBehind = false;
    } catch (error) {
      // Once: it is tried again every few seconds.
      if (!copy.isBehind) {
        const { repository } = copy;
        this.#log.warn({ err: error, repository }, 'changed users could not be copied');
      }
      copy.isBehind = true;
    }
  }
}
