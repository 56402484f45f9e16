import type { MessageId } from '../i18n/i18n.tsx';

/** What went wrong, as far as screens act on it. */
export type ErrorKind =
  | 'network'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'busy'
  | 'server';

const kinds: Readonly<Record<number, ErrorKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'busy',
  503: 'busy',
  504: 'busy',
};

/** An answer of the server that is not a success, or none at all (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** As in the log of the server. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: {
    readonly status: number;
    readonly message: string;
    readonly requestId?: string | undefined;
    readonly retryAfterSeconds?: number | undefined;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  get kind(): ErrorKind {
    if (this.status === 0) return 'network';
    return kinds[this.status] ?? (this.status < 500 ? 'invalid' : 'server');
  }
}

const messages: Readonly<Partial<Record<ErrorKind, MessageId>>> = {
  network: 'error.network',
  forbidden: 'error.forbidden',
  'not-found': 'error.notFound',
  conflict: 'error.conflict',
  busy: 'error.busy',
};

interface ShownError {
  /** What it means in the language of the user, where that is known. */
  readonly message: MessageId | undefined;
  /** In the words of the server. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
}

/** What a screen or a message shows of any error. */
export function describeError(error: unknown): ShownError {
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { message: 'error.unexpected', detail, requestId: undefined };
  }
  const message = messages[error.kind];
  return { message, detail: error.message || undefined, requestId: error.requestId };
}

/** Requests that may be sent again without doing something twice. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= 3) return false;
  return error.kind === 'busy' || (error.kind === 'network' && navigator.onLine);
}
