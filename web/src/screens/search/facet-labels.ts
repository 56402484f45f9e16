import { messages } from '../../i18n/en/index.ts';
import type { MessageId, Text } from '../../i18n/i18n.tsx';
import type { Facet, FacetValue } from './facets.ts';

function known(id: string): MessageId | undefined {
  return Object.hasOwn(messages, id) ? (id as MessageId) : undefined;
}

/** Facets of a configuration are shown by their fields. */
export function facetLabel(text: Text, id: string, otherwise: string): string {
  const message = known(`search.facet.${id}`) ?? known(`search.field.${id}`);
  return message ? text(message) : otherwise;
}

/** Of a range of a facet, or of a quick filter. */
export function nameLabel(text: Text, key: string, group: 'range' | 'quick'): string {
  const message = known(`search.${group}.${key}`);
  return message ? text(message) : key;
}

/** The last label, which stands below the others; the key where nothing else is known. */
export function ownLabel(text: Text, facet: Facet | undefined, value: FacetValue): string {
  if (facet?.isRange) return nameLabel(text, value.key, 'range');
  return value.labels.at(-1) ?? value.key;
}

/** With the labels above it, as there is nothing around it. */
export function valueLabel(
  text: Text,
  facet: Facet | undefined,
  key: string,
  { isBranch = false } = {},
): string {
  if (isBranch) {
    const below = facet?.values.find((each) => each.key.split('/')[0] === key);
    return below?.labels[0] ?? key;
  }
  const value = facet?.values.find((each) => each.key === key);
  if (!value) return facet?.isRange ? nameLabel(text, key, 'range') : key;
  if (facet?.isRange || value.labels.length < 2) return ownLabel(text, facet, value);
  return value.labels.join(' / ');
}
