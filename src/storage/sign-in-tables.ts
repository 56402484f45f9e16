/** A token that a user has given to an application, or made for a program of its own. */
export interface AuthTokenTable {
  id: string;
  /** SHA-256 of the token, hex. */
  digest: string;
  username: string;
  application: string;
  /** Null for tokens that were made for no device; each request makes another one. */
  device_id: string | null;
  device_description: string;
  permission: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** To within some minutes. */
  last_used_at: number | null;
}

/** What a person without an account signs in with; the token follows from the id. */
interface ExternalTokenTable {
  id: string;
  username: string;
  created_at: number;
  revoked_at: number | null;
}

/** A document with entries of permissions for which there is the token. */
interface ExternalGrantTable {
  token_id: string;
  document_id: string;
  /** When the last of the entries ends, inclusive. */
  ends_at: number;
}

/** A program that may ask users for access. */
export interface OAuth2ClientTable {
  id: string;
  name: string;
  /** JSON array, as plain text on both engines. */
  redirect_uris: string;
  /** argon2id; null for programs that cannot keep a secret. */
  secret_hash: string | null;
  is_auto_grant: number;
  is_enabled: number;
}

/** What a user has granted a client, to be exchanged for tokens once. */
export interface OAuth2CodeTable {
  /** SHA-256 of the code, hex. */
  digest: string;
  client_id: string;
  username: string;
  /** Of the tokens that come of it. */
  family: string;
  /** As in the request; null when there was none. */
  redirect_uri: string | null;
  challenge: string | null;
  challenge_method: string | null;
  scope: string;
  expires_at: number;
  used_at: number | null;
}

/** An access token and the refresh token that was issued with it. */
export interface OAuth2TokenTable {
  id: string;
  /** All that came of one grant by being refreshed. */
  family: string;
  client_id: string;
  username: string;
  scope: string;
  access_digest: string;
  refresh_digest: string;
  created_at: number;
  access_expires_at: number;
  refresh_expires_at: number;
  ended_at: number | null;
  /** 'refreshed', 'withdrawn' or 'reused'. */
  ended_by: string | null;
}

/** Another server at which users can sign in with OAuth2. */
export interface OAuth2ProviderTable {
  name: string;
  description: string | null;
  /** Of this server there. */
  client_id: string | null;
  /** Encrypted with a secret of the store: it is sent as it is, so that a hash would not do. */
  sealed_secret: string | null;
  authorization_url: string | null;
  token_url: string | null;
  user_authorization_url: string | null;
  /** JSON array, as plain text on both engines. */
  scopes: string;
  is_enabled: number;
}

/** The second factor of a user: time-based codes (TOTP). */
interface SecondFactorTable {
  username: string;
  sealed_secret: string;
  created_at: number;
  /** Null until the user has shown a first code; then codes are required. */
  confirmed_at: number | null;
  /** The step of time of the last code that was accepted: no code is accepted twice. */
  last_step: number;
  /** Wrong codes since the last right one. */
  failures: number;
  /** Until then no code is looked at. */
  blocked_until: number;
}

/** Codes that each take the place of a code of the second factor once. */
interface RecoveryCodeTable {
  /** SHA-256 of user name and code, hex. */
  digest: string;
  username: string;
}

/** Digests of what may be used once, until it would be refused anyway. */
interface UsedValueTable {
  digest: string;
  expires_at: number;
}

export interface SignInTables {
  auth_token: AuthTokenTable;
  external_grant: ExternalGrantTable;
  external_token: ExternalTokenTable;
  oauth2_client: OAuth2ClientTable;
  oauth2_code: OAuth2CodeTable;
  oauth2_provider: OAuth2ProviderTable;
  oauth2_token: OAuth2TokenTable;
  recovery_code: RecoveryCodeTable;
  second_factor: SecondFactorTable;
  used_value: UsedValueTable;
}
