import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { randomId } from '../../base/ids.ts';
import type { ContentMigration } from '../../model/content-migration.ts';
import { recordManagementEvent } from '../../repository/audit/audit-events.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { enqueueJob } from '../queue.ts';
import type { MigrationDefinition, MigrationServices, MigrationStep } from './definition.ts';
import { describeMigration, statusOf } from './describe-migration.ts';
import { contentMigrations } from './index.ts';
import {
  findMigrationRow,
  listMigrationRows,
  lockMigrationRow,
  type MigrationRow,
  storeProbedState,
  storeRun,
} from './migration-rows.ts';
import { type MigrationPayload, migrationKind } from './run-migration.ts';

/** Runs a unit on behalf of the caller. */
type WriteAs = <T>(work: (unit: WriteUnit) => Promise<T>) => Promise<T>;

/** A run that has shown no sign of life for so long may be started again. */
const deadAfterMs = 5 * 60 * 1000;
const probesMax = 3;

/** Every migration. One that has never been probed is probed first. */
export async function listMigrations(
  services: MigrationServices,
): Promise<readonly ContentMigration[]> {
  const rows = await services.database.read(listMigrationRows);
  const known = new Map(rows.map((row) => [row.id, row]));
  const found: ContentMigration[] = [];
  for (const definition of contentMigrations) {
    const row = known.get(definition.id) ?? (await probeFirst(services, definition));
    found.push(describeMigration(definition, row));
  }
  return found;
}

/** @throws AppError migration.not-found */
export async function getMigration(
  services: MigrationServices,
  id: string,
): Promise<ContentMigration> {
  const definition = getDefinition(id);
  const row = await services.database.read((handle) => findMigrationRow(handle, id));
  return describeMigration(definition, row ?? (await probeFirst(services, definition)));
}

function getDefinition(id: string): MigrationDefinition {
  const found = contentMigrations.find((each) => each.id === id);
  if (found) return found;
  throw new AppError('migration.not-found', `No such migration: ${id.slice(0, 200)}`);
}

/** Nothing is recorded in the audit: no caller has changed anything. */
async function probeFirst(
  services: MigrationServices,
  definition: MigrationDefinition,
): Promise<MigrationRow> {
  const { id } = definition;
  const state = await definition.probe(services);
  return services.database.write(async (handle) => {
    const present = await lockMigrationRow(handle, id);
    if (present) return present;
    await storeProbedState(handle, id, state);
    return getRow(await findMigrationRow(handle, id));
  });
}

function getRow(row: MigrationRow | undefined): MigrationRow {
  if (row) return row;
  throw new AppError('request.conflict', 'the state of the migration was removed; try again');
}

/**
 * Finds the state from what is stored, and stores it. While a step runs, the state stays as it is.
 *
 * @throws AppError migration.not-found; request.conflict when runs end while the store is examined
 */
export async function probeMigration(
  services: MigrationServices,
  id: string,
  writeAs: WriteAs,
): Promise<ContentMigration> {
  const definition = getDefinition(id);
  for (let attempt = 1; attempt <= probesMax; attempt += 1) {
    const before = await services.database.read((handle) => findMigrationRow(handle, id));
    if (before && isRunning(before)) return describeMigration(definition, before);
    const state = await definition.probe(services);
    const row = await writeAs((unit) => storeProbe(unit, { id, state, before }));
    if (row) return describeMigration(definition, row);
  }
  throw new AppError('request.conflict', `Migration: ${id} is being run; try again`);
}

function isRunning(row: MigrationRow): boolean {
  const { run } = statusOf(row);
  return run !== null && now() - run.pingMs < deadAfterMs;
}

interface ProbeResult {
  readonly id: string;
  readonly state: string;
  /** The row when the probe began. */
  readonly before: MigrationRow | undefined;
}

/** Undefined when a run has begun or ended meanwhile: the probe may have seen either state. */
async function storeProbe(
  unit: WriteUnit,
  { id, state, before }: ProbeResult,
): Promise<MigrationRow | undefined> {
  const present = await lockMigrationRow(unit.handle, id);
  if (present?.run_id !== before?.run_id || present?.state !== before?.state) return undefined;
  await storeProbedState(unit.handle, id, state);
  recordManagementEvent(unit, {
    eventId: 'migrationProbed',
    comment: `${id}: ${state}`,
    extended: { migration: id, state },
  });
  return findMigrationRow(unit.handle, id);
}

interface StepReference {
  readonly id: string;
  /** The only runnable step when left out. */
  readonly stepId?: string;
}

/**
 * Probes the migration and starts the step, which a worker then runs.
 *
 * @throws AppError migration.not-found; migration.not-runnable when the step does not exist or does not
 *   start from the present state, there is not exactly one step that does, or a step runs already
 */
export async function startMigration(
  services: MigrationServices,
  { id, stepId }: StepReference,
  writeAs: WriteAs,
): Promise<void> {
  const definition = getDefinition(id);
  if (stepId !== undefined) getStep(definition, stepId);
  await probeMigration(services, id, writeAs);
  await writeAs(async (unit) => {
    const row = getRow(await lockMigrationRow(unit.handle, id));
    const step = runnableStep(definition, row, stepId);
    const runId = randomId();
    const payload: MigrationPayload = { migration: id, step: step.id, runId };
    const jobId = await enqueueJob(unit.handle, { kind: migrationKind, key: id, payload });
    await storeRun(unit.handle, { id, step: step.id, runId, jobId });
    recordManagementEvent(unit, {
      eventId: 'migrationStarted',
      comment: `${id}: ${step.id}`,
      extended: { migration: id, step: step.id },
    });
  });
}

function getStep({ id, steps }: MigrationDefinition, stepId: string): MigrationStep {
  const step = steps.find((each) => each.id === stepId);
  if (step) return step;
  throw notRunnable(`Invalid step: ${stepId.slice(0, 200)} is no step of the migration ${id}`);
}

function runnableStep(
  definition: MigrationDefinition,
  row: MigrationRow,
  stepId: string | undefined,
): MigrationStep {
  const { id, steps } = definition;
  const { state, step: running } = row;
  if (isRunning(row)) throw notRunnable(`Migration: ${id} already running step: ${running}`);
  if (stepId !== undefined) {
    const step = getStep(definition, stepId);
    if (step.fromState === state) return step;
    throw notRunnable(
      `Invalid step: ${stepId} of the migration ${id} starts from the state ${step.fromState}, and the state is ${state}`,
    );
  }
  const [only, ...others] = steps.filter(({ fromState }) => fromState === state);
  if (only && others.length === 0) return only;
  throw notRunnable(`Migration: ${id} must have only one runnable step from state: ${state}`);
}

function notRunnable(message: string): AppError {
  return new AppError('migration.not-runnable', message);
}
