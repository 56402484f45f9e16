import type { Value } from '../api/types.ts';

type Complex = Readonly<Record<string, Value>>;

/**
 * The id of a user, a group, a document or an entry of a vocabulary that stands in the place of it. Entries of
 * the same name may be below others: their ids are paths.
 */
export function entityId(value: Complex): string | undefined {
  if (typeof value['entity-type'] !== 'string') return undefined;
  const id = value.uid ?? value.id;
  if (id === undefined || id === null) return undefined;
  const { parent } = factsOf(value);
  const above = isComplexValue(parent) ? entityId(parent) : parent;
  return above ? `${above}/${id}` : String(id);
}

function isComplexValue(value: Value | undefined): value is Complex {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function factsOf({ properties }: Complex): Complex {
  return isComplexValue(properties) ? properties : {};
}

/** What people call it in their language. */
export function entityLabel(value: Complex, language: string): string | undefined {
  const id = entityId(value);
  if (id === undefined) return undefined;
  const { title } = value;
  const facts = factsOf(value);
  const names = [facts.firstName, facts.lastName].filter(Boolean).join(' ');
  const label = title ?? facts[`label_${language}`] ?? facts.label ?? (names || facts.grouplabel);
  return typeof label === 'string' && label !== '' ? label : id;
}
