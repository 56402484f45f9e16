import { ApiError } from '../../../client/src/index.ts';
import type { MessageId } from '../i18n/i18n.tsx';
import { NetworkError } from './client.ts';

/** What went wrong, as far as screens act on it. */
export type ErrorKind =
  | 'network'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'busy'
  | 'server'
  | 'unexpected';

const kinds: Readonly<Record<number, ErrorKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'busy',
  503: 'busy',
  504: 'busy',
};

export function kindOf(error: unknown): ErrorKind {
  if (error instanceof NetworkError) return 'network';
  if (isMissingPart(error)) return 'network';
  if (!(error instanceof ApiError)) return 'unexpected';
  return kinds[error.status] ?? (error.status < 500 ? 'invalid' : 'server');
}

/** What was loaded stays while asking again fails, but not what is gone or may not be read any more. */
export function isGone(error: unknown): boolean {
  return kindOf(error) === 'forbidden' || kindOf(error) === 'not-found';
}

const messages: Readonly<Partial<Record<ErrorKind, MessageId>>> = {
  network: 'error.network',
  forbidden: 'error.forbidden',
  'not-found': 'error.notFound',
  conflict: 'error.conflict',
  busy: 'error.busy',
  unexpected: 'error.unexpected',
};

interface ShownError {
  /** What it means in the language of the user. */
  readonly message: MessageId;
  /** In the words of the server. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
}

/** What a screen or a message shows of any error. */
export function describeError(error: unknown): ShownError {
  const kind = kindOf(error);
  return {
    message: messages[kind] ?? 'error.title',
    detail: (kind !== 'network' && error instanceof Error && error.message) || undefined,
    requestId: error instanceof ApiError ? error.requestId : undefined,
  };
}

/** A part of the application could not be loaded: each browser says so in other words. */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported|importing a module|preload CSS/i.test(error.message)
  );
}

/** For requests that may be sent again without doing something twice. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 3) return false;
  return kindOf(error) === 'busy' || (kindOf(error) === 'network' && navigator.onLine);
}
