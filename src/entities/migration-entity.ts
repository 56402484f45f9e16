import type { ContentMigration } from '../model/content-migration.ts';
import {
  arrayOf,
  entityOf,
  flag,
  integer,
  type JsonOf,
  nullable,
  objectOf,
  text,
} from './json-schema.ts';

const statusSchema = objectOf({
  state: text,
  step: nullable(text),
  startTime: integer,
  pingTime: integer,
  progressMessage: nullable(text),
  progressNum: integer,
  progressTotal: integer,
  errorMessage: nullable(text),
  errorCode: integer,
  running: flag,
});

const stepSchema = objectOf({
  id: text,
  fromState: text,
  toState: text,
  description: text,
  descriptionLabel: text,
});

export const migrationSchema = entityOf('migration', {
  id: text,
  description: text,
  descriptionLabel: text,
  status: statusSchema,
  steps: arrayOf(stepSchema),
});

export const migrationsSchema = entityOf('migrations', { entries: arrayOf(migrationSchema) });

/** Instants are epoch milliseconds, and 0 while no step runs. A total that is not known yet is -1. */
export function writeMigration(migration: ContentMigration): JsonOf<typeof migrationSchema> {
  const { id, description, label, steps } = migration;
  return {
    'entity-type': 'migration',
    id,
    description,
    descriptionLabel: label,
    status: writeStatus(migration),
    steps: steps.map((step) => ({
      id: step.id,
      fromState: step.fromState,
      toState: step.toState,
      description: step.description,
      descriptionLabel: step.label,
    })),
  };
}

function writeStatus({
  status: { state, run, failure },
}: ContentMigration): JsonOf<typeof statusSchema> {
  return {
    state,
    step: run?.step ?? null,
    startTime: run?.startMs ?? 0,
    pingTime: run?.pingMs ?? 0,
    progressMessage: run?.message ?? null,
    progressNum: run?.done ?? 0,
    progressTotal: run ? (run.total ?? -1) : 0,
    errorMessage: failure?.message ?? null,
    errorCode: failure?.status ?? 0,
    running: run !== null,
  };
}

export function writeMigrations(
  migrations: readonly ContentMigration[],
): JsonOf<typeof migrationsSchema> {
  return { 'entity-type': 'migrations', entries: migrations.map(writeMigration) };
}
