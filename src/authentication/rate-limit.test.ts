import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '../base/clock.ts';
import { RateLimit } from './rate-limit.ts';

const perMinute = 20;
/** The clock goes on by itself, so instants are between these. */
const intervalMs = 3_000;

describe('a rate limit', () => {
  let limit: RateLimit;
  let shiftedMs = 0;
  const pass = (ms: number): void => {
    shiftClock(ms);
    shiftedMs += ms;
  };
  beforeEach(() => {
    limit = new RateLimit(perMinute);
  });
  afterEach(() => {
    shiftClock(-shiftedMs);
    shiftedMs = 0;
  });
  const accepted = (key: string, attempts = 100): number =>
    Array.from({ length: attempts }, () => limit.take(key)).filter((each) => each === undefined)
      .length;

  test('accepts so many at once, of each key, and says when there is room for another', () => {
    expect(accepted('a')).toBe(perMinute);
    expect(limit.take('a')).toBe(intervalMs / 1_000);
    expect(accepted('b')).toBe(perMinute);
  });

  test('accepts one more in each interval; refusals do not prolong the wait', () => {
    accepted('a');
    pass(intervalMs * 2);
    expect(accepted('a')).toBe(2);
    pass(60_000);
    expect(accepted('a')).toBe(perMinute);
  });

  test('what is given back does not count', () => {
    accepted('a');
    limit.giveBack('a');
    expect(accepted('a')).toBe(1);
  });

  test('shares what is a tenth of the limit or more, once', () => {
    limit.take('few');
    accepted('many', 2);
    expect([...limit.takeShares()]).toEqual([['many', 2]]);
    expect(limit.takeShares().size).toBe(0);
    limit.returnShare('many', 2);
    expect([...limit.takeShares()]).toEqual([['many', 2]]);
  });

  test('what was forgotten meanwhile is not shared', () => {
    limit.take('a');
    for (let minute = 0; minute < 10; minute += 1) {
      pass(60_000);
      limit.take('a');
    }
    expect(limit.takeShares().size).toBe(0);
  });

  test('learns the level of all processes, besides what they do not know yet', () => {
    accepted('a', 5);
    limit.takeShares();
    accepted('a', 1);
    limit.learn('a', 17);
    expect(accepted('a')).toBe(2);
  });
});
