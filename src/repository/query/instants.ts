const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Epoch milliseconds of the day's midnight in UTC; undefined when it is not `yyyy-mm-dd`. */
export function parseDate(text: string): number | undefined {
  return datePattern.test(text) ? parseTimestamp(text) : undefined;
}

/** Epoch milliseconds. The time, the fraction and the zone are optional; UTC by default. */
export function parseTimestamp(text: string): number | undefined {
  const match = timestampPattern.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const midnight = utcDay(year, month, day);
  const offsetMinutes = zoneOffsetMinutes(match[8]);
  if (midnight === undefined || offsetMinutes === undefined) return undefined;
  const fractionMs = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const minutesOfDay = hours * 60 + minutes - offsetMinutes;
  return midnight + minutesOfDay * 60_000 + seconds * 1_000 + fractionMs;
}

/** Undefined for a day that the month does not have. Years below 100 are not mapped to 1900. */
function utcDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}

function zoneOffsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const periodPattern =
  /^([+-]?)P(?=\d|T\d)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/;

/** Adds the period (`-P7D`, `PT1H30M`); undefined when it is invalid. */
export function addPeriod(epochMs: number, period: string): number | undefined {
  const match = periodPattern.exec(period);
  if (!match) return undefined;
  const sign = match[1] === '-' ? -1 : 1;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => sign * Number(part ?? 0));
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months, 1);
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  const exactMs = ((days * 24 + hours) * 60 + minutes) * 60_000 + Math.round(seconds * 1_000);
  const instant = date.getTime() + exactMs;
  return Number.isFinite(instant) && Number.isSafeInteger(instant) ? instant : undefined;
}

/** A month after 31 January is the last day of February. */
function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
