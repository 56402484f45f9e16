import { useQuery } from '@tanstack/react-query';
import { entryLabel, userChoice } from '../../api/choices.ts';
import type { Value } from '../../api/types.ts';
import type { FieldReference } from '../../documents/fields.ts';
import { complexOf } from '../../documents/values.ts';
import { type Language, useLocale } from '../../i18n/i18n.tsx';
import { pickerQueries } from '../picker-choices.ts';

interface Props {
  readonly reference: FieldReference;
  /** An id, or what it names where the server has put that in its place. */
  readonly value: Value;
}

/** What a value names, by its label; by its id until that is known, and where it is gone. */
export function Reference({ reference, value }: Props) {
  const language = useLocale();
  const known = labelOf(value, language);
  const id = String(value);
  const found = useQuery({
    ...pickerQueries(reference, language).find(id),
    enabled: known === undefined,
  });
  return known ?? found.data?.label ?? id;
}

function labelOf(value: Value, language: Language): string | undefined {
  const entity = complexOf(value);
  switch (entity?.['entity-type']) {
    case 'directoryEntry':
      return entryLabel(entity, language);
    case 'user':
      return userChoice(entity).label;
    case 'group':
      return String(entity.grouplabel || entity.id);
    case 'document':
      return String(entity.title ?? entity.path);
    default:
      return undefined;
  }
}
