import { describe, expect, test } from 'vitest';
import { shiftClock } from '../base/clock.ts';
import {
  type Attempt,
  addressKey,
  GuessSlowdown,
  defaultSlowdownPolicy as policy,
} from './guess-slowdown.ts';

function fail(slowdown: GuessSlowdown, attempt: Attempt): number {
  slowdown.begin(attempt);
  return slowdown.delayAfterFailureMs(attempt);
}

const attempt: Attempt = { account: 'ann', address: '10.0.0.1' };

describe('slowing down guesses', () => {
  test('a few wrong passwords cost nothing, further ones ever more up to the limit', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.pairAllowance; count += 1) {
      expect(slowdown.isSuspicious(attempt)).toBe(false);
      expect(fail(slowdown, attempt)).toBe(0);
    }
    expect(slowdown.isSuspicious(attempt)).toBe(true);
    const delays = Array.from({ length: 8 }, () => fail(slowdown, attempt));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
  });

  test('failures at one address do not count for the same account elsewhere', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < 40; count += 1) fail(slowdown, attempt);
    expect(slowdown.isSuspicious({ ...attempt, address: '10.0.0.2' })).toBe(false);
  });

  test('one address trying many accounts is suspicious for each of them', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.addressAllowance; count += 1) {
      fail(slowdown, { ...attempt, account: `user${count}` });
    }
    expect(slowdown.isSuspicious({ ...attempt, account: 'fresh' })).toBe(true);
    expect(slowdown.isSuspicious({ account: 'fresh', address: '10.0.0.2' })).toBe(false);
  });

  test('while an account is attacked from everywhere, a new address still has its first try', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.accountAllowance; count += 1) {
      fail(slowdown, { ...attempt, address: `10.1.0.${count}` });
    }
    const elsewhere = { ...attempt, address: '10.2.0.1' };
    expect(slowdown.isSuspicious(elsewhere)).toBe(false);
    expect(fail(slowdown, elsewhere)).toBe(0);
    expect(slowdown.isSuspicious(elsewhere)).toBe(true);
    expect(fail(slowdown, elsewhere)).toBeGreaterThan(0);
  });

  test('tries under way count, so that a burst is suspicious before its first answer', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.pairAllowance; count += 1) slowdown.begin(attempt);
    expect(slowdown.isSuspicious(attempt)).toBe(true);
    for (let count = 0; count < policy.pairAllowance; count += 1) slowdown.succeed(attempt);
    expect(slowdown.isSuspicious(attempt)).toBe(false);
  });

  test('a right password does not wash away the wrong ones before it', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.pairAllowance; count += 1) fail(slowdown, attempt);
    slowdown.begin(attempt);
    slowdown.succeed(attempt);
    expect(slowdown.isSuspicious(attempt)).toBe(true);
  });

  test('failures are forgiven one by one as time goes', () => {
    const slowdown = new GuessSlowdown();
    for (let count = 0; count < policy.pairAllowance + 1; count += 1) fail(slowdown, attempt);
    shiftClock(2 * policy.forgiveEachMs);
    expect(slowdown.isSuspicious(attempt)).toBe(false);
    fail(slowdown, attempt);
    expect(slowdown.isSuspicious(attempt)).toBe(true);
    shiftClock(100 * policy.forgiveEachMs);
    expect(slowdown.isSuspicious(attempt)).toBe(false);
    shiftClock(-102 * policy.forgiveEachMs);
  });

  test('an address is an IPv4 address or the /64 of an IPv6 address', () => {
    expect(addressKey('10.0.0.1')).toBe('10.0.0.1');
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(addressKey('2001:DB8::1')).toBe('2001:db8:0:0::/64');
    expect(addressKey('2001:db8:0:0:ffff::2')).toBe('2001:db8:0:0::/64');
    expect(addressKey('2001:db8:0:1::')).toBe('2001:db8:0:1::/64');
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(addressKey('')).toBe('');
  });
});
