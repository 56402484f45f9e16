import { afterAll, afterEach, expect, vi } from 'vitest';
import { clockShiftMs, shiftClock } from '../../src/base/clock.ts';
import { takeProblems } from './response-problems.ts';

afterEach(() => {
  expect(takeProblems(), 'responses that differ from the description of the API').toEqual([]);
});

/** Test files share a process: each leaves the clock and the environment as it found them. */
afterAll(() => {
  shiftClock(-clockShiftMs());
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
