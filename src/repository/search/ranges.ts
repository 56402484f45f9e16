import { evaluateDateMath } from './date-math.ts';
import type { AggregateDefinition } from './definition.ts';

/** A range of numbers, or of instants as epoch milliseconds. */
export interface ResolvedRange {
  readonly key: string;
  readonly from: number | null;
  readonly to: number | null;
}

export function isOfDates({ type }: AggregateDefinition): boolean {
  return type === 'date_range' || type === 'date_histogram';
}

/** The declared ranges; those of dates relative to now. */
export function resolveRanges(
  aggregate: AggregateDefinition,
  nowMs: number,
): readonly ResolvedRange[] {
  if (aggregate.type !== 'date_range') return aggregate.ranges;
  const instant = (text: string | null): number | null =>
    text === null ? null : (evaluateDateMath(text, nowMs) ?? null);
  return aggregate.dateRanges.map(({ key, from, to }) => ({
    key,
    from: instant(from),
    to: instant(to),
  }));
}
