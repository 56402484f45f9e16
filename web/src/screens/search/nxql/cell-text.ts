import type { Formats } from '../../../i18n/formats.ts';
import type { Text } from '../../../i18n/i18n.tsx';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A value of a property in one line. */
export function cellText(value: unknown, tools: { text: Text; formats: Formats }): string {
  const { text, formats } = tools;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return text(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'string') return instant.test(value) ? dateText(value, formats) : value;
  if (Array.isArray(value)) return value.map((each) => cellText(each, tools)).join(', ');
  // Files are shown by their names.
  if ('name' in Object(value)) return String((value as { name: unknown }).name ?? '');
  return JSON.stringify(value);
}

function dateText(value: string, formats: Formats): string {
  return Number.isNaN(Date.parse(value)) ? value : formats.dateTime(value);
}
