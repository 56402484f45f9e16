import {
  arrayOf,
  entityOf,
  flag,
  instant,
  integer,
  type JsonOf,
  nullable,
  objectOf,
  oneOf,
  text,
  texts,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

export const jobStates = ['waiting', 'running', 'failed'] as const;

export const jobSchema = entityOf('job', {
  id: text,
  kind: text,
  key: nullable(text),
  state: oneOf(...jobStates),
  attempts: integer,
  created: instant,
  due: nullable(instant),
  failed: nullable(instant),
  lastError: nullable(text),
  isCancelled: flag,
});

const countsSchema = objectOf({ kind: text, waiting: integer, running: integer, failed: integer });

export const jobsSchema = entityOf('jobs', {
  pageSize: integer,
  offset: integer,
  isNextPageAvailable: flag,
  counts: arrayOf(countsSchema),
  /** Kinds of which no job begins. */
  stoppedKinds: texts,
  entries: arrayOf(jobSchema),
});

interface ShownJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly state: (typeof jobStates)[number];
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly dueAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly lastError: string | null;
  readonly isCancelled: boolean;
}

interface ShownPage {
  readonly pageSize: number;
  readonly offset: number;
  readonly isNextPageAvailable: boolean;
  readonly jobs: readonly ShownJob[];
  readonly counts: readonly JsonOf<typeof countsSchema>[];
  readonly stoppedKinds: readonly string[];
}

/** A page of background jobs, and how many of each kind are in each state. */
export function writeJobs(page: ShownPage): JsonOf<typeof jobsSchema> {
  const { pageSize, offset, isNextPageAvailable, counts, stoppedKinds, jobs } = page;
  return {
    'entity-type': 'jobs',
    pageSize,
    offset,
    isNextPageAvailable,
    counts,
    stoppedKinds,
    entries: jobs.map(writeJob),
  };
}

export function writeJob(job: ShownJob): JsonOf<typeof jobSchema> {
  const { id, kind, key, state, attempts, lastError, isCancelled } = job;
  return {
    'entity-type': 'job',
    id,
    kind,
    key,
    state,
    attempts,
    created: writeTimestamp(job.createdAtMs),
    due: instantOf(job.dueAtMs),
    failed: instantOf(job.failedAtMs),
    lastError,
    isCancelled,
  };
}

function instantOf(epochMs: number | null): string | null {
  return epochMs === null ? null : writeTimestamp(epochMs);
}
