import {
  type Directory,
  type DirectoryCatalogue,
  type DirectoryEntry,
  orderingField,
} from '../../model/directory.ts';
import { getField } from './directory-filters.ts';

const defaultLanguage = 'en';
const defaultLabelField = 'label';

interface LabelParams {
  readonly localize: boolean;
  readonly dbl10n: boolean;
  readonly labelFieldName: string;
  readonly lang: string | null;
}

/** Labels of entries and their order in one language. */
export interface SuggestionLabels {
  labelOf(entry: DirectoryEntry): string;
  /** By `ordering`, then by label in the order of the language. */
  compare(a: LabelledEntry, b: LabelledEntry): number;
  /** The field that was translated in memory, if one was. */
  readonly translatedField: string | undefined;
}

export interface LabelledEntry {
  readonly entry: DirectoryEntry;
  readonly label: string;
}

/** @throws AppError operation.parameter-invalid for an unknown label field */
export function createSuggestionLabels(
  catalogue: DirectoryCatalogue,
  directory: Directory,
  params: LabelParams,
): SuggestionLabels {
  const language = languageOf(params.lang);
  const { compare } = new Intl.Collator(language);
  const ownField = labelFieldOf(directory, params, language);
  const isTranslated = params.localize && !params.dbl10n;
  return {
    translatedField: isTranslated ? ownField : undefined,
    labelOf(entry) {
      // Parents may be in a directory with another schema.
      const field = hasField(entry.directory, ownField)
        ? ownField
        : labelFieldOf(entry.directory, { ...params, labelFieldName: defaultLabelField }, language);
      const label = entry.values[field];
      const text = typeof label === 'string' && label !== '' ? label : entry.id;
      return isTranslated ? catalogue.translate(text, [language]) : text;
    },
    compare: (a, b) => compareOrderings(a, b) || compare(a.label, b.label),
  };
}

/** Languages are sent as `fr`, `fr_FR` or `fr-FR`, or are invalid. */
function languageOf(lang: string | null): string {
  const tag = (lang ?? '').trim().replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? defaultLanguage;
  } catch {
    return defaultLanguage;
  }
}

function labelFieldOf(
  directory: Directory,
  { dbl10n, labelFieldName }: LabelParams,
  language: string,
): string {
  const byLanguage = [`label_${language.split('-', 1)[0]}`, `label_${defaultLanguage}`];
  const candidates = dbl10n ? [...byLanguage, labelFieldName] : [labelFieldName, ...byLanguage];
  const found = candidates.find((name) => hasField(directory, name));
  if (labelFieldName !== defaultLabelField) getField(directory, 'labelFieldName', labelFieldName);
  return found ?? directory.idField;
}

function hasField({ schema }: Directory, name: string): boolean {
  return schema.fields.some((field) => field.name === name && field.type !== 'password');
}

/** Unset ones come last, and all 64 bits are compared. */
function compareOrderings(a: LabelledEntry, b: LabelledEntry): number {
  const [first, second] = [orderingOf(a), orderingOf(b)];
  if (first === second) return 0;
  if (first === undefined) return 1;
  if (second === undefined) return -1;
  return first < second ? -1 : 1;
}

function orderingOf({ entry }: LabelledEntry): bigint | number | undefined {
  const ordering = entry.values[orderingField];
  return typeof ordering === 'number' || typeof ordering === 'bigint' ? ordering : undefined;
}
