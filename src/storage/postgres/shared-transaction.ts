import { openOutcomeOf } from '../database.ts';
import { mergeChanges } from './merged-changes.ts';
import type { PostgresHandle } from './postgres-handle.ts';
import type { SharedBeginning } from './postgres-transaction.ts';
import type { UnitQuery } from './query-target.ts';
import { runAlone, runEachAlone, type SharingUnit } from './shared-commits.ts';
import { UnitToRepeat } from './unit-to-repeat.ts';

interface SharedTransactionOptions extends SharedBeginning {
  readonly handleFor: (unit: SharingUnit) => PostgresHandle;
}

interface EndedUnit {
  readonly unit: SharingUnit;
  readonly handle: PostgresHandle;
  readonly outcome:
    | { readonly ok: true; readonly value: unknown; readonly last: readonly UnitQuery[] }
    | { readonly ok: false; readonly error: unknown };
}

/**
 * Units side by side in one transaction. Each only reads; what they change is sent with the commit, when
 * all have ended. So a unit that fails before has changed nothing, and the others go on. If a statement fails,
 * nothing is stored and each unit runs again by itself: the reason may be another one.
 */
export async function runInShared(
  units: readonly SharingUnit[],
  options: SharedTransactionOptions,
): Promise<void> {
  const { transaction, begun } = options;
  const [, ...ended] = await Promise.all([
    begun.catch(() => undefined),
    ...units.map((unit) => run(unit, options.handleFor(unit))),
  ]);
  if (transaction.isBroken) {
    await transaction.rollback();
    await runEachAlone(units);
    return;
  }
  const failed = ended.filter(({ outcome }) => !outcome.ok);
  const settled = Promise.all(failed.map(settleFailure));
  await commit(
    ended.filter(({ outcome }) => outcome.ok),
    options,
  );
  await settled;
}

async function run(unit: SharingUnit, handle: PostgresHandle): Promise<EndedUnit> {
  try {
    const value = await unit.work(handle);
    const last = await handle.takeLast();
    return { unit, handle, outcome: { ok: true, value, last } };
  } catch (error) {
    return { unit, handle, outcome: { ok: false, error: handle.failure?.error ?? error } };
  } finally {
    handle.end();
  }
}

async function settleFailure({ unit, outcome }: EndedUnit): Promise<void> {
  if (outcome.ok) return;
  if (outcome.error instanceof UnitToRepeat) await runAlone(unit);
  else unit.reject(outcome.error);
}

async function commit(
  ended: readonly EndedUnit[],
  { transaction }: SharedTransactionOptions,
): Promise<void> {
  if (ended.length === 0) {
    await transaction.rollback();
    return;
  }
  const units = ended.map(({ unit }) => unit);
  const [{ handle }] = ended as [EndedUnit];
  const changes = ended.map(({ outcome }) => (outcome.ok ? outcome.last : []));
  try {
    await transaction.commit(
      mergeChanges(changes, (statement, rows) => handle.prepareRows(statement, rows)),
    );
  } catch (error) {
    if (!openOutcomeOf(error)) return runEachAlone(units);
    for (const { reject } of units) reject(error);
    return;
  }
  for (const { unit, handle, outcome } of ended) {
    if (!outcome.ok) continue;
    for (const action of handle.afterCommitActions) action();
    unit.resolve(outcome.value);
  }
}
