import { parseTimestamp } from '../query/instants.ts';

const step = /([+-])(\d{1,6})([yMwdhHms])/g;
const expression = /^now(?:[+-]\d{1,6}[yMwdhHms])*$/;

const fixedMs: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1_000,
};

/** `now`, `now-24H`, `now-1M+2d` or a W3C date as epoch milliseconds; undefined for anything else. */
export function evaluateDateMath(text: string, nowMs: number): number | undefined {
  if (!expression.test(text)) return parseTimestamp(text);
  let result = nowMs;
  for (const [, sign, digits, unit = ''] of text.matchAll(step)) {
    const amount = (sign === '-' ? -1 : 1) * Number(digits);
    const ms = fixedMs[unit];
    result =
      ms === undefined
        ? addMonths(result, unit === 'y' ? amount * 12 : amount)
        : result + amount * ms;
  }
  return result;
}

/** A month after 31 January is the last day of February. */
export function addMonths(epochMs: number, months: number): number {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime();
}
