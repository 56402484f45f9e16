import { messages } from '../i18n/en/index.ts';
import type { MessageId, Text } from '../i18n/i18n.tsx';

/** What a permission allows, in words; its name where a configured model brings it. */
export function permissionText(text: Text, name: string): string {
  const id = `rights.name.${name}`;
  return id in messages ? text(id as MessageId) : name;
}
