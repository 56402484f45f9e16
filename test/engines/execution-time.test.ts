import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transaction } from '../../src/automation/transaction.ts';
import { shiftClock } from '../../src/base/clock.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { createUnitContext } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';

const hourMs = 3_600_000;

describe.each(engines)('the time of an execution on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  test('passes between its units, and not within one', async () => {
    const { services } = app;
    const limits = { operationsMax: 10, timeLimitMs: 10 * hourMs };
    const context = createUnitContext(services.repository, systemPrincipal);
    const transaction = new Transaction(services, { context, limits });
    const instants: number[] = [];
    try {
      for (const open of ['read', 'write', 'read'] as const) {
        shiftClock(hourMs);
        instants.push(await transaction[open](async ({ nowMs }) => nowMs));
      }
    } finally {
      shiftClock(-3 * hourMs);
      await transaction.rollback();
    }
    const [first = 0, second = 0, third] = instants;
    expect(first).toBeGreaterThanOrEqual(context.nowMs + hourMs);
    expect(second).toBeGreaterThanOrEqual(first + hourMs);
    expect(third).toBe(second);
  });
});
