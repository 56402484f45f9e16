import { Cron } from 'croner';

/** When a schedule fires. */
export interface CronExpression {
  /** The first instant after the given one, both epoch milliseconds; null when there is none. */
  next(afterMs: number): number | null;
}

type FieldName =
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days of the month'
  | 'months'
  | 'weekdays'
  | 'years';

const fieldNames: readonly FieldName[] = [
  'seconds',
  'minutes',
  'hours',
  'days of the month',
  'months',
  'weekdays',
  'years',
];

const fieldsMin = 6;
/** What all fields have: `*`, values, ranges and steps. */
const plainItem = /^(?:(?:\*|\w+(?:-\w+)?)(?:\/\d+)?|\/\d+)$/;
const ownForms: Readonly<Partial<Record<FieldName, RegExp>>> = {
  'days of the month': /^(?:L|LW|\d{1,2}W)$/,
  weekdays: /^(?:L|(?:[1-7]|[A-Z]{3})L|(?:[1-7]|[A-Z]{3})#[1-5])$/,
};
const values: Readonly<Record<FieldName, RegExp>> = {
  seconds: /^\d{1,2}$/,
  minutes: /^\d{1,2}$/,
  hours: /^\d{1,2}$/,
  'days of the month': /^\d{1,2}$/,
  months: /^(?:\d{1,2}|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)$/,
  weekdays: /^(?:[1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)$/,
  years: /^(?:19[7-9]\d|20\d\d)$/,
};
const anyDay = new Set(['*', '?']);

/**
 * Reads an expression as Quartz does: seconds first, six or seven fields, `?` in one of the fields
 * for days, weekdays from 1 for Sunday. What would be read in another way than Quartz reads it is
 * refused.
 *
 * @param timeZone of the IANA database; null for that of the process
 * @throws Error whose message says what is wrong
 */
export function parseCronExpression(text: string, timeZone: string | null): CronExpression {
  if (timeZone !== null) checkTimeZone(timeZone);
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length < fieldsMin || fields.length > fieldNames.length) {
    throw new Error(
      `write six or seven fields (seconds, minutes, hours, day of the month, month, weekday, and a year if wanted), not ${fields.length}`,
    );
  }
  for (const [index, field] of fields.entries()) checkField(fieldNames[index] ?? 'years', field);
  checkDays(fields[3] ?? '', fields[5] ?? '');
  return createExpression(fields, timeZone);
}

function createExpression(fields: readonly string[], timeZone: string | null): CronExpression {
  // Of the weekdays Quartz reads a single L as the last day of a week.
  const pattern = fields.map((field, index) => (index === 5 && field === 'L' ? '7' : field));
  const cron = new Cron(pattern.join(' '), {
    ...(timeZone !== null && { timezone: timeZone }),
    mode: '6-or-7-parts',
    sloppyRanges: true,
    alternativeWeekdays: true,
    paused: true,
  });
  return { next: (afterMs) => cron.nextRun(new Date(afterMs))?.getTime() ?? null };
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw new Error(`there is no time zone ${timeZone}; use a name such as Europe/Paris`, {
      cause,
    });
  }
}

function checkField(name: FieldName, field: string): void {
  if (field === '?') {
    if (name === 'days of the month' || name === 'weekdays') return;
    throw new Error(`${name}: ? is only for the day of the month or the weekday`);
  }
  const items = field.split(',');
  const own = items.filter((item) => ownForms[name]?.test(item));
  if (own.length > 0 && items.length > 1) {
    throw new Error(`${name}: ${own[0]} stands alone, without other values`);
  }
  if (own.length > 0) return;
  for (const item of items) checkItem(name, item);
}

function checkItem(name: FieldName, item: string): void {
  if (!plainItem.test(item)) throw new Error(`${name}: ${item.slice(0, 50)} is not supported`);
  const [range = '', step] = item.split('/');
  if (step !== undefined && Number(step) === 0) throw new Error(`${name}: a step must be above 0`);
  if (range === '' || range === '*') return;
  const ends = range.split('-');
  const wrong = ends.find((end) => !values[name].test(end));
  if (wrong !== undefined) throw new Error(`${name}: ${wrong.slice(0, 50)} is not a value`);
}

/** Quartz has no meaning for both, and other programs have different ones. */
function checkDays(dayOfMonth: string, weekday: string): void {
  if (dayOfMonth === '?' && weekday === '?') {
    throw new Error('write ? for the day of the month or for the weekday, not for both');
  }
  if (anyDay.has(dayOfMonth) || anyDay.has(weekday)) return;
  throw new Error('name days of the month or weekdays, and write ? for the other');
}
