import { present } from '../../base/assert.ts';
import { isWithin } from '../../base/clock.ts';
import type { QueryMeter } from '../database.ts';
import type { PostgresHandle } from './postgres-handle.ts';

/** A unit that waits for a transaction, which it may share. */
export interface SharingUnit {
  readonly work: (handle: PostgresHandle) => Promise<unknown>;
  readonly meter: QueryMeter | undefined;
  /** Runs it in a transaction of its own. */
  readonly alone: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Of one transaction. */
const unitsMax = 50;
/** While one commits, the units of another one read. */
const turnsMax = 2;
/** A turn that takes longer waits for a lock, and does not count. */
const turnMs = 100;

/**
 * Units that come while others are in work share a transaction, and with it its beginning, its commit and its
 * round trips. They run side by side: none changes anything before all have ended, so each sees what it
 * would see in a transaction of its own. A single one has its own.
 */
export class SharedCommits {
  readonly #runTogether: (units: readonly SharingUnit[]) => Promise<void>;
  #waiting: SharingUnit[] = [];
  #turns = 0;

  constructor(runTogether: (units: readonly SharingUnit[]) => Promise<void>) {
    this.#runTogether = runTogether;
  }

  submit(unit: SharingUnit): void {
    this.#waiting.push(unit);
    this.#beginTurn();
  }

  #beginTurn(): void {
    if (this.#turns >= turnsMax || this.#waiting.length === 0) return;
    this.#turns += 1;
    void this.#takeTurn().finally(() => {
      this.#turns -= 1;
      this.#beginTurn();
    });
  }

  /** Waits until requests that arrive together have come. */
  async #takeTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const units = this.#waiting.splice(0, unitsMax);
    if (units.length === 0) return;
    const turn =
      units.length > 1 ? this.#runTogether(units) : runAlone(present(units[0], 'a unit'));
    await isWithin(turn, turnMs);
  }
}

export async function runEachAlone(units: readonly SharingUnit[]): Promise<void> {
  await Promise.all(units.map(runAlone));
}

export async function runAlone({ alone, resolve, reject }: SharingUnit): Promise<void> {
  try {
    resolve(await alone());
  } catch (error) {
    reject(error);
  }
}
