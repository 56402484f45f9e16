const dayMs = 86_400_000;
/** Dates of documents are of few days; the time of day is arithmetic, at a tenth of the cost of a Date. */
const dayTexts = new Map<number, string>();
const daysMax = 10_000;
const upTo59 = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const upTo999 = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'));

/** `YYYY-MM-DDThh:mm:ss.SSSZ`, the one form in which instants leave the server. */
export function writeTimestamp(epochMs: number): string {
  const wholeMs = Math.trunc(epochMs);
  const day = Math.floor(wholeMs / dayMs);
  const ms = wholeMs - day * dayMs;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const time = `${upTo59[Math.floor(minutes / 60)]}:${upTo59[minutes % 60]}:${upTo59[seconds % 60]}`;
  return `${dayText(day)}${time}.${upTo999[ms % 1_000]}Z`;
}

/** `YYYY-MM-DDT` */
function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, -'hh:mm:ss.SSSZ'.length);
    if (dayTexts.size >= daysMax) dayTexts.clear();
    dayTexts.set(day, text);
  }
  return text;
}

const earliestMs = -62_167_219_200_000;
const latestMs = 253_402_300_799_999;

const grammar =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/;

/**
 * Reads `YYYY[-MM[-DD[Thh:mm[:ss[.f+]]]]][Z | (+|-)hh[:mm | mm]]`: no zone means UTC, fractions are
 * cut to milliseconds. Undefined when it is not such a date or is outside the years 0000 to 9999.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = grammar.exec(text);
  if (!match) return undefined;
  const numberAt = (group: number, otherwise: number): number =>
    match[group] === undefined ? otherwise : Number(match[group]);
  const [year, month, day] = [numberAt(1, 0), numberAt(2, 1), numberAt(3, 1)];
  const [hour, minute, second] = [numberAt(4, 0), numberAt(5, 0), numberAt(6, 0)];
  const [zoneHour, zoneMinute] = [numberAt(9, 0), numberAt(10, 0)];
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (zoneHour > 23 || zoneMinute > 59) return undefined;
  const date = startOfDay(year, month, day);
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = date + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const offsetMs = (zoneHour * 60 + zoneMinute) * 60_000;
  const epochMs = match[8] === '-' ? local + offsetMs : local - offsetMs;
  return epochMs < earliestMs || epochMs > latestMs ? undefined : epochMs;
}

/** Date.UTC would take the years 0 to 99 for 1900 to 1999. */
function startOfDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(startOfDay(year, month, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
