import { invalid, shown } from './expression-error.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const dayMs = 86_400_000;

type Field = (date: Date, count: number) => string;

/** The supported letters of Java's date patterns. `count` is how often one is repeated. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['y', formatYear],
  ['M', formatMonth],
  ['d', (date, count) => padded(date.getUTCDate(), count)],
  ['H', (date, count) => padded(date.getUTCHours(), count)],
  ['h', (date, count) => padded(date.getUTCHours() % 12 || 12, count)],
  ['m', (date, count) => padded(date.getUTCMinutes(), count)],
  ['s', (date, count) => padded(date.getUTCSeconds(), count)],
  ['S', (date, count) => padded(date.getUTCMilliseconds(), count)],
  ['E', (date, count) => named(weekdays[date.getUTCDay()] ?? '', count)],
  ['a', (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM')],
  ['Z', () => '+0000'],
  ['X', () => 'Z'],
  ['z', (_date, count) => (count < 4 ? 'UTC' : 'Coordinated Universal Time')],
  ['w', (date, count) => padded(weekOf(date), count)],
  ['D', (date, count) => padded(dayOfYear(date), count)],
  ['u', (date, count) => padded(date.getUTCDay() || 7, count)],
]);

/** Quoted text, two quotes for one, a repeated letter, or other characters. */
const piece = /'((?:[^']|'')+)'|('')|([a-zA-Z])\3*|([^'a-zA-Z]+)|(')/gy;

/** A date in UTC by a pattern such as `yyyy-MM-dd'T'HH:mm`; names are English, weeks those of ISO. */
export function formatDate(epochMs: number, pattern: string): string {
  const date = new Date(epochMs);
  let made = '';
  for (const [whole, quoted, quote, letter, other, open] of pattern.matchAll(piece)) {
    if (open !== undefined) {
      throw invalid(`The date pattern ${shown(pattern)} has a quote that is never closed`);
    }
    if (quoted !== undefined) made += quoted.replaceAll("''", "'");
    else if (quote !== undefined) made += "'";
    else if (letter !== undefined) made += fieldOf(letter)(date, whole.length);
    else made += other ?? '';
  }
  return made;
}

function fieldOf(letter: string): Field {
  const field = fields.get(letter);
  if (field !== undefined) return field;
  throw invalid(
    `Unknown letter "${letter}" in a date pattern; use ${[...fields.keys()].join(' ')}, ` +
      'and quote plain text',
  );
}

function padded(value: number, count: number): string {
  return value < 0 ? `-${padded(-value, count)}` : String(value).padStart(count, '0');
}

function formatYear(date: Date, count: number): string {
  const year = date.getUTCFullYear();
  return count === 2 ? padded(Math.abs(year) % 100, 2) : padded(year, count);
}

function formatMonth(date: Date, count: number): string {
  const month = date.getUTCMonth();
  return count < 3 ? padded(month + 1, count) : named(months[month] ?? '', count);
}

function named(name: string, count: number): string {
  return count < 4 ? name.slice(0, 3) : name;
}

function dayOfYear(date: Date): number {
  const first = new Date(date);
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / dayMs) + 1;
}

/** Weeks begin on Monday; the first is the one with the year's first Thursday. */
function weekOf(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
  return Math.floor((dayOfYear(thursday) - 1) / 7) + 1;
}
