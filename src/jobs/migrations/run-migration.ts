import { z } from 'zod';
import { monotonicMs } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { recordManagementEvent } from '../../repository/audit/audit-events.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { failureText } from '../failure-text.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import type { MigrationServices, MigrationSlice, MigrationStep } from './definition.ts';
import { contentMigrations } from './index.ts';
import {
  findMigrationRow,
  type MigrationRow,
  type RunFailure,
  storeEnd,
  storeProgress,
} from './migration-rows.ts';

export const migrationKind = 'run-migration';

const payloadSchema = z.object({ migration: z.string(), step: z.string(), runId: z.string() });
export type MigrationPayload = z.infer<typeof payloadSchema>;

/** How far a run is: what the next attempt goes on with after a crash or a stop. */
const placeSchema = z.object({ next: z.unknown(), failed: z.number(), firstFailure: z.string() });
type Place = z.infer<typeof placeSchema>;

const beginning: Place = { next: null, failed: 0, firstFailure: '' };
/** Of a slice that takes long, such as one that reads large files. */
const beatMs = 20_000;

/** Runs the steps of migrations that administrators start, slice by slice. */
export function migrationJobKind(services: Omit<MigrationServices, 'database'>): JobKind {
  return defineJobKind({
    kind: migrationKind,
    concurrency: 1,
    attemptsMax: 20,
    retryAfterMs: 1_000,
    parse: (value): MigrationPayload => payloadSchema.parse(value),
    run: (job, payload) => new MigrationExecution(services, job, payload).run(),
  });
}

/** Another run has begun, or a probe has ended this one as dead. */
class RunReplaced extends Error {}

const transientCodes: readonly ErrorCode[] = [
  'request.conflict',
  'store.busy',
  'store.conflict',
  'store.timeout',
  'store.unavailable',
];

class MigrationExecution {
  readonly #services: MigrationServices;
  readonly #job: JobContext;
  readonly #payload: MigrationPayload;
  #beatAtMs = monotonicMs();

  constructor(
    services: Omit<MigrationServices, 'database'>,
    job: JobContext,
    payload: MigrationPayload,
  ) {
    this.#services = { ...services, database: job.database };
    this.#job = job;
    this.#payload = payload;
  }

  async run(): Promise<void> {
    try {
      await this.#runStep();
    } catch (error) {
      if (error instanceof RunReplaced) return;
      this.#job.signal.throwIfAborted();
      if (transientCodes.some((code) => isAppError(error, code))) throw error;
      this.#job.log.error({ err: error, ...this.#payload }, 'a migration has failed');
      const status = isAppError(error) ? error.status : 500;
      const failure = { message: failureText(error), status };
      await this.#write(this.#step(), { next: null, done: 0 }, { ...beginning, failure });
    }
  }

  async #runStep(): Promise<void> {
    const step = this.#step();
    const row = await this.#findRun();
    let place = row.position === null ? beginning : placeSchema.parse(parseJson(row.position));
    if (row.progress_total === null) await this.#begin(step);
    for (;;) {
      this.#job.signal.throwIfAborted();
      const slice = await step.slice(this.#services, {
        position: place.next ?? null,
        beat: () => this.#beat(),
      });
      place = placeAfter(place, slice);
      await this.#write(step, slice, { ...place, failure: failureOf(place) });
      if (slice.next === null) return;
    }
  }

  #step(): MigrationStep {
    const { migration, step } = this.#payload;
    const definition = contentMigrations.find(({ id }) => id === migration);
    const found = definition?.steps.find(({ id }) => id === step);
    if (found) return found;
    throw new AppError('migration.not-found', `No such migration: ${migration}, step ${step}`);
  }

  async #findRun(): Promise<MigrationRow> {
    const { migration, runId } = this.#payload;
    const row = await this.#services.database.read((handle) => findMigrationRow(handle, migration));
    if (row?.run_id === runId) return row;
    throw new RunReplaced();
  }

  async #begin(step: MigrationStep): Promise<void> {
    await this.#store({ progress_message: 'Initializing' });
    const total = await step.count(this.#services);
    await this.#store({ progress_message: 'Migrating content', progress_total: total });
  }

  async #store(progress: Parameters<typeof storeProgress>[2] = {}): Promise<void> {
    const isPresent = await this.#services.database.write((handle) =>
      storeProgress(handle, this.#payload.runId, progress),
    );
    if (!isPresent) throw new RunReplaced();
  }

  async #beat(): Promise<void> {
    this.#job.signal.throwIfAborted();
    if (monotonicMs() - this.#beatAtMs < beatMs) return;
    this.#beatAtMs = monotonicMs();
    await this.#store();
  }

  /** The change of the slice, the progress and at the end of the step also the end of the run: one unit. */
  async #write(
    step: MigrationStep,
    slice: MigrationSlice,
    { failure, ...place }: Place & { readonly failure: RunFailure | undefined },
  ): Promise<void> {
    const { repository, database } = this.#services;
    await database.write(async (handle) => {
      const unit = createSystemUnit(handle, repository);
      await slice.write?.(unit);
      const { runId, migration } = this.#payload;
      if (slice.next !== null) {
        const progress = { added: slice.done, position: stringifyJson(place) };
        if (!(await storeProgress(handle, runId, progress))) throw new RunReplaced();
        return;
      }
      const state = failure ? step.fromState : step.toState;
      if (!(await storeEnd(handle, runId, { state, failure }))) throw new RunReplaced();
      recordManagementEvent(unit, {
        eventId: failure ? 'migrationFailed' : 'migrationEnded',
        comment: `${migration}: ${failure ? failure.message : state}`,
        extended: { migration, step: step.id, state },
      });
      await this.#job.complete(handle);
    });
    this.#beatAtMs = monotonicMs();
  }
}

function placeAfter(place: Place, { next, failures = [] }: MigrationSlice): Place {
  const [first = ''] = failures;
  return {
    next,
    failed: place.failed + failures.length,
    firstFailure: place.firstFailure === '' ? first : place.firstFailure,
  };
}

function failureOf({ failed, firstFailure }: Place): RunFailure | undefined {
  if (failed === 0) return undefined;
  const message = failed === 1 ? firstFailure : `${failed} failures, the first: ${firstFailure}`;
  return { message, status: 500 };
}
