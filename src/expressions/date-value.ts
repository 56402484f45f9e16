import { formatDate } from './date-format.ts';
import { invalid, limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { requireTextArgument } from './method.ts';
import { requireCount } from './numbers.ts';
import { type ExpressionValue, HostObject } from './value.ts';

const millisecondsIn: ReadonlyMap<string, number> = new Map([
  ['weeks', 7 * 86_400_000],
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
]);

const monthsIn: ReadonlyMap<string, number> = new Map([
  ['years', 12],
  ['months', 1],
]);

/** The farthest instant a date can hold, on either side of 1970. */
const epochMsMax = 8.64e15;

/** A date to compute with, such as `CurrentDate.days(-1)`. In UTC, as are stored dates. */
export class DateValue extends HostObject {
  readonly epochMs: number;

  constructor(epochMs: number) {
    super();
    if (!(Math.abs(epochMs) <= epochMsMax)) {
      throw limitReached('A date is too far away; stay within 270000 years of 1970');
    }
    this.epochMs = Math.trunc(epochMs);
  }

  override get(name: string): ExpressionValue | undefined {
    const date = new Date(this.epochMs);
    switch (name) {
      case 'calendar':
      case 'date':
        return this;
      case 'time':
      case 'timeInMillis':
        return this.epochMs;
      case 'year':
        return date.getUTCFullYear();
      case 'month':
        return date.getUTCMonth();
      case 'day':
        return date.getUTCDate();
      case 'hour':
        return date.getUTCHours();
      case 'minute':
        return date.getUTCMinutes();
      case 'second':
        return date.getUTCSeconds();
      case 'week':
        return Number(formatDate(this.epochMs, 'w'));
      default:
        return undefined;
    }
  }

  override call(name: string, args: readonly ExpressionValue[]): ExpressionValue | undefined {
    if (millisecondsIn.has(name) || monthsIn.has(name)) {
      requireArguments(name, args, 1);
      return this.#shifted(name, requireCount(args[0], `The number of ${name}`));
    }
    if (name === 'format') {
      requireArguments(name, args, 1);
      return this.#formatted(requireTextArgument(args[0]));
    }
    if (name !== 'toQueryString') return undefined;
    requireArguments(name, args, 0);
    return this.text();
  }

  override equals(other: ExpressionValue): boolean {
    return this.compare(other) === 0;
  }

  override compare(other: ExpressionValue): number | undefined {
    return other instanceof DateValue ? this.epochMs - other.epochMs : undefined;
  }

  /** In the form that queries use. */
  override text(): string {
    return formatDate(this.epochMs, "'TIMESTAMP '''yyyy-MM-dd HH:mm:ss.SSS''");
  }

  #formatted(pattern: string): string {
    if (pattern.length > expressionLimits.datePatternLengthMax) {
      const most = expressionLimits.datePatternLengthMax;
      throw limitReached(`A date pattern has more than ${most} characters; use a shorter one`);
    }
    return formatDate(this.epochMs, pattern);
  }

  #shifted(unit: string, count: number): DateValue {
    const months = monthsIn.get(unit);
    if (months !== undefined) return new DateValue(addMonths(this.epochMs, months * count));
    return new DateValue(this.epochMs + (millisecondsIn.get(unit) ?? 0) * count);
  }
}

/** The same day `months` later, or the last day of a shorter month. */
function addMonths(epochMs: number, months: number): number {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const next = new Date(date);
  next.setUTCMonth(date.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, next.getUTCDate()));
  return date.getTime();
}

function requireArguments(name: string, args: readonly ExpressionValue[], count: number): void {
  if (args.length === count) return;
  throw invalid(`"${name}" takes ${count} argument(s), not ${args.length}`);
}
