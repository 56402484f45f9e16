import { monotonicMs } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { findFact, putFact } from '../repository/unit/server-facts.ts';
import type { Database, ReadHandle, WriteHandle } from '../storage/database.ts';

/** Clocks that are set back by less were only inaccurate. No lease is longer. */
const setBackMinMs = 60_000;
/** No job is to begin later than this: the longest pause before another attempt is shorter. */
const startMaxMs = 2 * 60 * 60 * 1_000;
const factName = 'jobs-follow-clock';

interface ClockWatchOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly kinds: readonly string[];
}

/**
 * Lets jobs follow the clock of the store when it is set back: otherwise they would wait until it is
 * as late again. A clock of the process that cannot be set tells by how much it was; jobs of the time
 * before the process are recognised by a start that is too far ahead.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #last: { readonly clockMs: number; readonly atMs: number } | undefined;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Takes an instant of the clock of the store, just read. Returns whether jobs were moved. */
  async follow(clockMs: number): Promise<boolean> {
    const atMs = monotonicMs();
    const last = this.#last;
    const moved = last
      ? await this.#moveBy(Math.round(last.clockMs + (atMs - last.atMs) - clockMs))
      : await this.#pullStray();
    this.#last = { clockMs, atMs };
    return moved > 0;
  }

  async #moveBy(setBackMs: number): Promise<number> {
    if (setBackMs < setBackMinMs) return 0;
    const { database, log } = this.#options;
    const moved = await database.write((handle) => moveJobs(handle, setBackMs));
    log.warn({ setBackMs, jobs: moved }, 'the clock of the store was set back');
    return moved;
  }

  async #pullStray(): Promise<number> {
    const { database, kinds } = this.#options;
    const stray = await database.read((handle) => handle.all(selectStray(handle, kinds).limit(1)));
    if (stray.length === 0) return 0;
    return database.write((handle) => {
      const ids = selectStray(handle, kinds);
      const begin = { due_at: handle.dialect.clock.instant(handle.dialect.clock.offset(0)) };
      return handle.run(handle.builder.updateTable('job').set(begin).where('id', 'in', ids));
    });
  }
}

function selectStray({ builder, dialect: { clock } }: ReadHandle, kinds: readonly string[]) {
  return builder
    .selectFrom('job')
    .select('id')
    .where('kind', 'in', [...kinds])
    .where('due_at', '>', clock.instant(clock.offset(startMaxMs)));
}

/**
 * Moves the starts and leases that were set by the clock as it was. Once for all workers that notice
 * it, which may be a little later than the first one: what is set by the new clock is left alone.
 */
async function moveJobs(handle: WriteHandle, setBackMs: number): Promise<number> {
  const { builder, dialect } = handle;
  const present = dialect.clock.instant(dialect.clock.offset(0)).as('clock');
  // A row that every store has, so that one worker does it at a time.
  const state = builder.selectFrom('scheduler_state').select(present).where('id', '=', 1);
  const { clock = 0 } = (await handle.first(dialect.locking(state, 'update'))) ?? {};
  const doneMs = Number((await findFact(handle, factName)) ?? Number.NaN);
  if (doneMs <= clock && doneMs > clock - setBackMinMs) return 0;
  await putFact(handle, factName, String(clock));
  return handle.run(
    builder
      .updateTable('job')
      .set((e) => ({
        due_at: e
          .case()
          .when('due_at', '>', clock + setBackMs)
          .then(e('due_at', '-', setBackMs))
          .else(clock)
          .end(),
      }))
      .where('due_at', '>', clock + setBackMinMs),
  );
}
