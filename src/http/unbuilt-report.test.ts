import { afterEach, expect, test } from 'vitest';
import { clockShiftMs, shiftClock } from '../base/clock.ts';
import { createLogger } from '../base/log.ts';
import { notBuilt } from '../model/unbuilt.ts';
import { reportUnbuilt } from './unbuilt-report.ts';

afterEach(() => shiftClock(-clockShiftMs()));

test('each name is reported once an hour, and to each log', () => {
  const told: string[] = [];
  const openLog = (name: string) => {
    const log = createLogger('silent');
    log.warn = (_fields: unknown, message?: unknown) => told.push(`${name}: ${message}`);
    return log;
  };
  const [first, second] = [openLog('first'), openLog('second')];
  const context = { requestId: 'r', url: '/' };
  const minutes = 60 * 1000;
  const ask = (what: string, log = first) => reportUnbuilt(log, notBuilt(what), context);
  ask('A');
  ask('A');
  ask('B');
  ask('A', second);
  shiftClock(59 * minutes);
  ask('A');
  expect(told.splice(0)).toEqual([
    'first: A is not available on this server yet',
    'first: B is not available on this server yet',
    'second: A is not available on this server yet',
  ]);
  shiftClock(2 * minutes);
  ask('A');
  ask('A');
  expect(told).toEqual(['first: A is not available on this server yet']);
});
