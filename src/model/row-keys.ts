import { collectionsKey, membersKey } from './collection-names.ts';
import { notificationsKey } from './subscription-names.ts';
import type { Properties } from './value.ts';

/** Properties that are not in the JSON of documents: they are read from rows of other tables. */
const rowKeys: readonly string[] = [membersKey, collectionsKey, notificationsKey];

/** Whether the xpath leads to the property or into it. */
export function isWithin(key: string, xpath: string): boolean {
  return xpath === key || (xpath.startsWith(key) && /^[/[]/.test(xpath.slice(key.length)));
}

/** Whether the xpath leads to such a property or into one. */
export function isRowProperty(xpath: string): boolean {
  return rowKeys.some((key) => isWithin(key, xpath));
}

/** The properties that are stored with the document itself. */
export function withoutRowProperties(properties: Properties): Properties {
  if (!rowKeys.some((key) => key in properties)) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !rowKeys.includes(key)));
}
