import type { DirectoryCatalogue, DirectoryEntry } from './directory.ts';

const lastLanguage = 'en';

/**
 * The label of an entry in a language such as `fr` or `fr-CA`: a field of its own, or the text for a
 * message key; else in English, else its id.
 */
export function labelOfEntry(
  catalogue: DirectoryCatalogue,
  { id, values }: DirectoryEntry,
  language: string,
): string {
  const own = [language, lastLanguage].map((tag) => values[`label_${tag.split('-', 1)[0]}`]);
  for (const label of own) {
    if (typeof label === 'string' && label !== '') return label;
  }
  const { label } = values;
  return typeof label === 'string' && label !== '' ? catalogue.translate(label, [language]) : id;
}
