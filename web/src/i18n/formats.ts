import { useMemo } from 'react';
import { useLocale } from './i18n.tsx';

export interface Formats {
  /** `3.2 MB`, with 1 kB = 1,000 bytes. */
  size(bytes: number): string;
  number(value: number): string;
  date(value: string | Date): string;
  dateTime(value: string | Date): string;
  /** `5 minutes ago`; a date when it is long ago. */
  relative(value: string | Date, now?: Date): string;
  compare(a: string, b: string): number;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
];

export function formatsOf(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const collator = new Intl.Collator(locale, { numeric: true });
  return {
    size: (bytes) => sizeText(locale, bytes),
    number: (value) => numbers.format(value),
    date: (value) => dates.format(new Date(value)),
    dateTime: (value) => times.format(new Date(value)),
    relative(value, now = new Date()) {
      let distance = (new Date(value).getTime() - now.getTime()) / 1000;
      for (const [unit, count] of steps) {
        if (Math.abs(distance) < count) return relatives.format(Math.round(distance), unit);
        distance /= count;
      }
      return dates.format(new Date(value));
    },
    compare: (a, b) => collator.compare(a, b),
  };
}

function sizeText(locale: string, bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power);
}

/** Dates, numbers and sizes in the language of the texts. */
export function useFormats(): Formats {
  const locale = useLocale();
  return useMemo(() => formatsOf(locale), [locale]);
}
