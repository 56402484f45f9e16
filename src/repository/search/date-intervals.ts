import { addMonths } from './date-math.ts';

/** The interval of a date histogram; months and longer ones by the calendar. */
interface DateInterval {
  /** The unit by which the engine groups; an interval consists of such groups. */
  readonly unitMs: number;
  start(epochMs: number): number;
  next(startMs: number): number;
}

const dayMs = 86_400_000;
/** The first Monday after the epoch began. */
const mondayMs = 4 * dayMs;

function fixed(unitMs: number, originMs = 0): DateInterval {
  return {
    unitMs: Math.min(unitMs, dayMs),
    start: (epochMs) => epochMs - ((((epochMs - originMs) % unitMs) + unitMs) % unitMs),
    next: (startMs) => startMs + unitMs,
  };
}

function calendar(months: number): DateInterval {
  return {
    unitMs: dayMs,
    start: (epochMs) => {
      const date = new Date(epochMs);
      const month = date.getUTCMonth();
      return Date.UTC(date.getUTCFullYear(), month - (month % months), 1);
    },
    next: (startMs) => addMonths(startMs, months),
  };
}

const intervals: ReadonlyMap<string, DateInterval> = new Map([
  ['second', fixed(1_000)],
  ['minute', fixed(60_000)],
  ['hour', fixed(3_600_000)],
  ['day', fixed(dayMs)],
  ['week', fixed(7 * dayMs, mondayMs)],
  ['month', calendar(1)],
  ['quarter', calendar(3)],
  ['year', calendar(12)],
]);

export function findDateInterval(name: string): DateInterval | undefined {
  return intervals.get(name);
}

const letters = /yyyy|MM|dd|HH|mm|ss/g;

/** `dd-MM-yyyy` and the like, in UTC. */
export function formatDate(epochMs: number, pattern: string): string {
  const date = new Date(epochMs);
  const parts: Readonly<Record<string, number>> = {
    yyyy: date.getUTCFullYear(),
    MM: date.getUTCMonth() + 1,
    dd: date.getUTCDate(),
    HH: date.getUTCHours(),
    mm: date.getUTCMinutes(),
    ss: date.getUTCSeconds(),
  };
  return pattern.replaceAll(letters, (name) => String(parts[name]).padStart(name.length, '0'));
}

/** The instant in this format; undefined for any other text. */
export function parseFormattedDate(text: string, pattern: string): number | undefined {
  const names: string[] = [];
  const escaped = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const source = escaped.replaceAll(letters, (name) => {
    names.push(name);
    return `(\\d{${name.length}})`;
  });
  const match = new RegExp(`^${source}$`).exec(text);
  if (!match) return undefined;
  const part = (name: string, fallback: number): number => {
    const at = names.indexOf(name);
    return at === -1 ? fallback : Number(match[at + 1]);
  };
  const epochMs = Date.UTC(
    part('yyyy', 1970),
    part('MM', 1) - 1,
    part('dd', 1),
    part('HH', 0),
    part('mm', 0),
    part('ss', 0),
  );
  return formatDate(epochMs, pattern) === text ? epochMs : undefined;
}
