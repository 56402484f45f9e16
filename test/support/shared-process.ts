import { afterAll, afterEach, expect, vi } from 'vitest';
import { clockShiftMs, shiftClock } from '../../src/base/clock.ts';
import { hashQuickly } from '../../src/repository/principals/passwords.ts';
import { takeProblems } from './response-problems.ts';

// Until a file with tests of the hashing asks for the real one.
hashQuickly(true);

afterEach(() => {
  expect(takeProblems(), 'responses that differ from the description of the API').toEqual([]);
});

/** Test files share a process: each leaves the clock and the environment as it found them. */
afterAll(() => {
  shiftClock(-clockShiftMs());
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
