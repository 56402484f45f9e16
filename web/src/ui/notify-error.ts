import { describeError } from '../api/errors.ts';
import type { Text } from '../i18n/i18n.tsx';
import { notify } from './notices.tsx';

/** Tells that an action has failed: the meaning, the message of the server, and the id of the request. */
export function notifyError(text: Text, error: unknown): void {
  const { message, detail, requestId } = describeError(error);
  const parts = [detail, requestId && text('error.requestId', { id: requestId })];
  notify({
    text: text(message),
    detail: parts.filter(Boolean).join(' · ') || undefined,
    isProblem: true,
  });
}
