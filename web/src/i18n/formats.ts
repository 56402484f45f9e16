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

const known = new Map<string, Formats>();

export function formatsOf(locale: string): Formats {
  const formats = known.get(locale) ?? newFormats(locale);
  known.set(locale, formats);
  return formats;
}

/** Each of the browser's formats takes a millisecond or more to make, and is made when it is first used. */
function newFormats(locale: string): Formats {
  const numbers = once(() => new Intl.NumberFormat(locale));
  const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const times = once(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  );
  const relatives = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const collator = once(() => new Intl.Collator(locale, { numeric: true }));
  const sizes = units.map((unit, power) => once(() => sizeFormat(locale, unit, power)));
  return {
    size(bytes) {
      const power = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
      return (sizes[power] ?? numbers)().format(bytes / 1000 ** power);
    },
    number: (value) => numbers().format(value),
    date: (value) => dates().format(new Date(value)),
    dateTime: (value) => times().format(new Date(value)),
    relative(value, now = new Date()) {
      let distance = (new Date(value).getTime() - now.getTime()) / 1000;
      for (const [unit, count] of steps) {
        if (Math.abs(distance) < count) return relatives().format(Math.round(distance), unit);
        distance /= count;
      }
      return dates().format(new Date(value));
    },
    compare: (a, b) => collator().compare(a, b),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function sizeFormat(locale: string, unit: string, power: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  });
}

/** Dates, numbers and sizes in the language of the texts. */
export function useFormats(): Formats {
  return formatsOf(useLocale());
}
