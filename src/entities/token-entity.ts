import { arrayOf, entityOf, instant, type JsonOf, nullable, text } from './json-schema.ts';

const tokenSchema = entityOf('token', {
  id: text,
  username: text,
  application: text,
  deviceId: nullable(text),
  deviceDescription: text,
  permission: text,
  creationDate: instant,
  expirationDate: nullable(instant),
  lastUseDate: nullable(instant),
});

export const tokensSchema = entityOf('tokens', { entries: arrayOf(tokenSchema) });

interface ShownToken {
  readonly id: string;
  readonly username: string;
  readonly application: string;
  readonly device_id: string | null;
  readonly device_description: string;
  readonly permission: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

/** The tokens of a user, without what signs in: that is shown once, when it is made. */
export function writeTokens(tokens: readonly ShownToken[]): JsonOf<typeof tokensSchema> {
  return { 'entity-type': 'tokens', entries: tokens.map(writeToken) };
}

function writeToken(token: ShownToken): JsonOf<typeof tokenSchema> {
  return {
    'entity-type': 'token',
    id: token.id,
    username: token.username,
    application: token.application,
    deviceId: token.device_id,
    deviceDescription: token.device_description,
    permission: token.permission,
    creationDate: instantOf(token.created_at),
    expirationDate: token.expires_at === null ? null : instantOf(token.expires_at),
    lastUseDate: token.last_used_at === null ? null : instantOf(token.last_used_at),
  };
}

function instantOf(ms: number): string {
  return new Date(ms).toISOString();
}
