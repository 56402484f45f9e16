import { AppError } from '../../base/errors/app-error.ts';
import type { StatisticsBound, StatisticsRange } from '../../model/statistics.ts';
import { parseDate } from '../query/instants.ts';
import { evaluateDateMath } from './date-math.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** A bound as a number, or an instant in epoch milliseconds. */
interface ResolvedBound {
  readonly operator: StatisticsBound['operator'];
  readonly value: number;
  readonly isInstant: boolean;
}

/**
 * A day as the end of a range includes the whole day; numbers may be texts, as pages have them.
 *
 * @throws AppError request.invalid
 */
export function resolveBounds(
  { field, bounds }: StatisticsRange,
  nowMs: number,
): readonly ResolvedBound[] {
  return bounds.map(({ operator, value }) => {
    if (typeof value === 'number') return { operator, value, isInstant: false };
    if (value.trim() !== '' && Number.isFinite(Number(value)) && !/^\d{4}$/.test(value)) {
      return { operator, value: Number(value), isInstant: false };
    }
    const instant = evaluateDateMath(value, nowMs);
    if (instant === undefined) {
      const message = `query.range.${field}: ${value.slice(0, 100)} is no date; send 2026-05-01, 2026-05-01T10:00:00Z or now-7d`;
      throw new AppError('request.invalid', message);
    }
    const isWholeDay = parseDate(value) !== undefined && (operator === '<=' || operator === '>');
    return { operator, value: isWholeDay ? instant + dayMs - 1 : instant, isInstant: true };
  });
}
