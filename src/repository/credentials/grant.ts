import { AppError } from '../../base/errors/app-error.ts';

/** Whom a token stands for, and what it may be used for. */
export interface Grant {
  readonly username: string;
  readonly isReadOnly: boolean;
  /** Epoch milliseconds; null for ever. */
  readonly expiresAt: number | null;
  /** Of a token of an application, to record its use. */
  readonly tokenId?: string;
  /** Of a person without an account: the right to sign in ends with entries of permissions. */
  readonly isExternal?: true;
  /** The beginning of the only paths that it opens. */
  readonly paths?: readonly string[];
}

const readOnly = /^(?:r|read|read-?only|browse)$/i;

/** Other texts mean no restriction, as for the clients that send them. */
export function isReadOnlyPermission(permission: string): boolean {
  return readOnly.test(permission);
}

/** A refusal for the owner of the token: it says what is wrong with it, and nothing about the password. */
export function tokenRefused(reason: string): AppError {
  return new AppError('token.refused', `The token was refused: ${reason}`);
}
