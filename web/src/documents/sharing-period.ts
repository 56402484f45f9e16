/** How long something is shared. */
export const periods = ['week', 'month', 'date', 'open'] as const;
export type Period = (typeof periods)[number];

const days: Readonly<Partial<Record<Period, number>>> = { week: 7, month: 30 };

/** Until the end of that day, in the time zone of the user: undefined for no end, and for a date that is none. */
export function endOf(period: Period, date: string, now: Date): Date | undefined {
  const count = days[period];
  if (count !== undefined) {
    return endOfDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + count));
  }
  return period === 'date' ? endOfDate(date) : undefined;
}

function endOfDate(date: string): Date | undefined {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date);
  if (!parts) return undefined;
  return endOfDay(new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
}

function endOfDay(day: Date): Date {
  day.setHours(23, 59, 59, 0);
  return day;
}

/** As fields for dates have it. */
export function dateInput(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
