import { describeError } from '../api/errors.ts';
import type { Text } from '../i18n/i18n.tsx';

/** In one line: the meaning of an error, the words of the server, and the id of the request. */
export function problemText(text: Text, error: unknown): string {
  const { message, detail, requestId } = describeError(error);
  const id = requestId && text('error.requestId', { id: requestId });
  return [text(message), detail, id].filter(Boolean).join(' · ');
}
