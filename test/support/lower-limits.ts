import { afterAll, beforeAll } from 'vitest';
import { limits } from '../../src/base/limits.ts';

type Lower = Partial<Record<keyof typeof limits, number>>;

/**
 * Of all servers of this process while the tests of a file run. What a bound does is the same at a
 * quarter of its size, which a store has in a quarter of the time.
 */
export function lowerLimits(lower: Lower): void {
  const present: Lower = { ...limits };
  beforeAll(() => {
    Object.assign(limits, lower);
  });
  afterAll(() => {
    Object.assign(limits, present);
  });
}
