import { messages } from './en/index.ts';
import type { MessageId, Text } from './i18n.tsx';

function isMessage(id: string): id is MessageId {
  return Object.hasOwn(messages, id);
}

/** The text of a key that the server has sent; of unknown keys their last words. */
export function labelOf(text: Text, key: string): string {
  if (isMessage(key)) return text(key);
  const last = key.split('.').filter((part) => !/^(?:title|directive|label)$/.test(part));
  const words = (last.at(-1) ?? key).replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
