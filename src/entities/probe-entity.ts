import type { ProbeReport } from '../model/probe.ts';
import {
  arrayOf,
  constant,
  entityOf,
  flag,
  instant,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  objectOf,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

export const probeSchema = entityOf('probe', {
  name: text,
  status: objectOf({
    'entity-type': constant('probeStatus'),
    neverExecuted: flag,
    success: flag,
    infos: mapOf(text),
  }),
  history: objectOf({ lastRun: nullable(instant), lastSuccess: instant, lastFail: instant }),
  counts: objectOf({ run: integer, success: integer, failure: integer }),
  time: integer,
});

export const probesSchema = entityOf('probes', { entries: arrayOf(probeSchema) });

export function writeProbe(report: ProbeReport): JsonOf<typeof probeSchema> {
  const { name, last, lastSuccessMs, lastFailureMs, successes, failures } = report;
  return {
    'entity-type': 'probe',
    name,
    status: {
      'entity-type': 'probeStatus',
      neverExecuted: last === null,
      success: last?.isSuccess ?? false,
      infos: last?.infos ?? { info: '[unavailable]' },
    },
    history: {
      lastRun: last ? writeTimestamp(last.atMs) : null,
      lastSuccess: writeTimestamp(lastSuccessMs ?? 0),
      lastFail: writeTimestamp(lastFailureMs ?? 0),
    },
    counts: { run: successes + failures, success: successes, failure: failures },
    time: last?.tookMs ?? 0,
  };
}

export function writeProbes(reports: readonly ProbeReport[]): JsonOf<typeof probesSchema> {
  return { 'entity-type': 'probes', entries: reports.map(writeProbe) };
}
