import type { Field } from '../documents/fields.ts';

/** Texts that may be as long as this are written over several lines. */
const longFrom = 1_000;
const longNames = /(?:description|caption|comment|abstract|summary)$|^note:note$/i;

/** Whether values of a field have several lines, as far as its name and rules tell. */
export function isLongText({ name, kind, rules }: Field): boolean {
  return kind === 'string' && ((rules.maxLength ?? 0) >= longFrom || longNames.test(name));
}
