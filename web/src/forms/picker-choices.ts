import type { UseQueryOptions } from '@tanstack/react-query';
import {
  type Choice,
  documentsQuery,
  entriesQuery,
  entryQuery,
  peopleQuery,
  personQuery,
  referencedQuery,
} from '../api/choices.ts';
import type { FieldReference } from '../documents/fields.ts';
import type { Language } from '../i18n/i18n.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the keys of the queries differ
type Query<T> = UseQueryOptions<T, Error, T, any>;

/** What a picker offers for a text, and how it shows a value that it has. */
interface PickerQueries {
  search(text: string): Query<readonly Choice[]>;
  find(value: string): Query<Choice>;
}

export function pickerQueries(reference: FieldReference, language: Language): PickerQueries {
  switch (reference.kind) {
    case 'entry':
      return {
        search: (text) => entriesQuery(reference.directory, text, language),
        find: (value) => entryQuery(reference.directory, value, language),
      };
    case 'principal':
      return {
        search: (text) => peopleQuery(text, reference),
        find: (value) => personQuery(value, reference),
      };
    case 'document':
      return {
        search: (text) => documentsQuery(text, reference.isPath),
        find: (value) => referencedQuery(value, reference.isPath),
      };
  }
}
